import { randomUUID } from 'node:crypto';
import { agentDecider, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import { approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import type { ApprovalEvent } from '@fynbos/domain/approval/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { AGENT, decisionOf, PAYE } from '@fynbos/domain/rewards-account/testing/ledger.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentState } from '../../agents/load-agent.ts';
import { handle } from '../../handle.ts';
import { openProgramme } from '../../reward-policy/current-policy.ts';
import { loadAccount } from '../../rewards/accounts.ts';
import { correctAccount, rewardAtRequest } from './account-correction.ts';
import { changeContact } from './agent-details.ts';

const NOW = new Date('2026-03-20T08:00:00Z');
let log: EventLog;
const contextAt = (now = NOW) => ({ actor: { kind: 'admin', id: '2' }, now, correlationId: 'test' }) as const;

beforeEach(async () => {
  log = new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
  await openProgramme({ log, now: () => NOW });
});

/** Gives an approval. Returns what an execution of the change needs besides its content. */
async function approved(kind: string) {
  const approvalId = randomUUID();
  const at = NOW.toISOString();
  const about = { kind, subject: 'x', permission: 'x', summary: 'x', fields: [], payload: {}, personal: null };
  const events: ApprovalEvent[] = [
    { type: 'ApprovalRequested', data: { approvalId, ...about, requestedBy: 1, requestedAt: at } },
    { type: 'ApprovalGiven', data: { approvedBy: 2, reason: 'Checked', byBreakGlass: false, approvedAt: at } },
  ];
  await log.append([{ stream: await log.readStream(approvalStreamOf(approvalId)), events, context: contextAt() }]);
  // The changes need no database.
  return [
    { log, db: undefined as never, now: () => NOW },
    { ...contextAt(), causationId: approvalId },
  ] as const;
}

describe('an approved change of contact details', () => {
  const send = (command: Parameters<typeof agentDecider.decide>[0], now = NOW) =>
    handle(log, { decider: agentDecider, streamId: agentStreamOf(AGENT), command, context: contextAt(now) });
  const own = (cellNumber: string) => send({ type: 'ChangeDetails', details: { cellNumber } }, new Date(+NOW + 60_000));
  const stored = async () => (await agentState({ log }, AGENT)).details?.cellNumber;
  const change = async (payload: { agentId: number; contactChangedAt?: string | null }) => {
    const [services, context] = await approved('agent.contact');
    await changeContact.execute(services, { payload, personal: { cellNumber: '+27821111111' } }, context);
  };

  beforeEach(async () => {
    const details = { cellNumber: '+27821234567', taxNumber: '', taxCountry: 'RSA' } as AgentDetails;
    const about = { source: 'admin', agentId: AGENT, details, bank: null, passwordHash: null } as const;
    await send({ type: 'RegisterAgent', ...about, termsAccepted: true, employerConsent: true });
  });

  it('is refused where the agent changed them since the request (X3)', async () => {
    const { contactChangedAt } = await agentState({ log }, AGENT);
    await own('+27822222222');
    await expect(change({ agentId: AGENT, contactChangedAt })).rejects.toMatchObject({ code: 'agent.contact-changed' });
    expect(await stored()).toBe('+27822222222');
  });

  it('is carried out where they are as they were, and for a request of an earlier release', async () => {
    const { contactChangedAt } = await agentState({ log }, AGENT);
    await change({ agentId: AGENT, contactChangedAt });
    expect(await stored()).toBe('+27821111111');
    await own('+27822222222');
    await change({ agentId: AGENT });
    expect(await stored()).toBe('+27821111111');
  });
});

describe('an approved correction of a reward', () => {
  const send = (command: Parameters<typeof rewardsAccountDecider.decide>[0]) =>
    handle(log, {
      decider: rewardsAccountDecider,
      streamId: accountStreamOf(AGENT),
      command,
      context: contextAt(),
    });
  const decide = (decisionNo: number, status: 'Earned' | 'Pending' | 'Declined', grossCents: number) =>
    send({ type: 'PostReward', agentId: AGENT, decision: decisionOf('R1', decisionNo, status, grossCents) });
  async function pay(): Promise<void> {
    const line = { agentId: AGENT, runId: 'run1' };
    const dates = { cutOff: '2026-03-20', payDate: '2026-03-20' };
    await send({ type: 'ReservePayout', ...line, ...dates, treatment: PAYE, minimumCents: 1 });
    await send({ type: 'SettlePayout', ...line, answerId: 'a', paidOn: '2026-03-20' });
  }
  const balance = async () => (await loadAccount(log, AGENT)).balanceCents;
  const seen = async () => rewardAtRequest(await loadAccount(log, AGENT), 'R1');
  const correct = async (reward: Awaited<ReturnType<typeof seen>> | undefined) => {
    const [services, context] = await approved('account.correction');
    const about = { agentId: AGENT, adjustmentId: randomUUID(), code: 'Error', text: 'x', payeRate: null } as const;
    const payload = { ...about, reservationNo: 'R1', grossCents: -200_00, reward };
    await correctAccount.execute(services, { payload, personal: {} }, context);
  };

  beforeEach(() => decide(1, 'Earned', 200_00));

  it.each([
    ['credited', () => decide(2, 'Declined', 0), 0],
    ['paid', pay, 0],
  ])('is refused where the reward was %s since the request (L8)', async (_, happen, balanceCents) => {
    const reward = await seen();
    await happen();
    await expect(correct(reward)).rejects.toMatchObject({ code: 'rewards-account.changed' });
    expect(await balance()).toBe(balanceCents);
  });

  it('is carried out where the reward is only on hold since then', async () => {
    const reward = await seen();
    await decide(2, 'Pending', 200_00);
    await correct(reward);
    expect(await balance()).toBe(-150_00);
  });

  it('is carried out for a request of an earlier release', async () => {
    await decide(2, 'Declined', 0);
    await correct(undefined);
    expect(await balance()).toBe(-150_00);
  });
});
