import { agentDecider } from '@fynbos/domain/agent/agent.ts';
import type { AgentCommand } from '@fynbos/domain/agent/commands.ts';
import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  INITIAL_TERMS,
  REWARD_POLICY_STREAM,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { beforeAll, expect, test } from 'vitest';
import { activateAgent } from '../agents/manage-agent.ts';
import { handle } from '../handle.ts';
import { createPromotion } from '../promotions/manage-promotions.ts';
import { estimateReward } from './estimate-reward.ts';

const context: CommandContext = {
  actor: { kind: 'system', id: 'test' },
  now: new Date('2026-03-02T08:00:00.000Z'),
  correlationId: 'test',
};
const log = new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
const details = {
  idNumber: '8001015009087',
  idType: 'SMART',
  title: 'Ms',
  initials: 'T',
  firstName: 'Thandi',
  surname: 'Nkosi',
  emailAddress: 'thandi@agency.example',
  cellNumber: '+27821234567',
  countryDialCode: '27',
  taxCountry: 'RSA' as const,
  taxNumber: '2251362634',
  countryOfIssue: 'RSA',
  rentalCo: '1',
  communicationMethod: 'E' as const,
  telephoneNumber: '+27118518081',
  iataNumber: '7720101',
  agencyName: 'Karoo Travel',
  postalCode: '8001',
  physicalAddressLine1: '1 Long Street',
  physicalAddressLine2: 'Central',
  physicalAddressLine3: 'Cape Town',
} satisfies AgentDetails;

beforeAll(async () => {
  await handle(log, {
    decider: rewardPolicyDecider,
    streamId: REWARD_POLICY_STREAM,
    command: { type: 'OpenProgramme', terms: INITIAL_TERMS },
    context,
  });
  const fields = { promoCode: 'SPRING16', description: 'Spring', promoRate: 0.16 };
  const dates = { startDate: '2026-03-01', endDate: '2026-03-31' };
  await createPromotion(log, { ...fields, ...dates }, true, context);
  const register: AgentCommand = {
    type: 'RegisterAgent',
    agentId: 7,
    source: 'self',
    details,
    bank: null,
    passwordHash: null,
    termsAccepted: true,
    employerConsent: true,
  };
  await handle(log, { decider: agentDecider, streamId: 'agent-7', command: register, context });
  await activateAgent({ log, config: { programme: { TRACKING_NUMBER_PREFIX: 'FT' } } as never }, 7, context);
});

const quote = { promoCode: 'spring16', reservedOn: '2026-03-10', invoicedOn: '2026-04-02', tkRevenueCents: 273_868 };

test('applies rate, minimum and PAYE as a decision does, with the code in any case', async () => {
  const earned = { status: 'Earned', reason: null, grossCents: 43_819, payeCents: 10_955, nettCents: 32_864 };
  expect(await estimateReward(log, 7, quote)).toMatchObject({ ...earned, agentId: 7, rate: 0.16 });
  const small = await estimateReward(log, 7, { ...quote, tkRevenueCents: 20_000 });
  expect(small).toMatchObject({ status: 'Earned', grossCents: INITIAL_TERMS.minimumRewardCents });
});

test('uses the agent’s tax treatment on the day of the invoice', async () => {
  const treatment = { kind: 'directive', rate: 0.1, directiveNumber: 'D1' } as const;
  const command = { type: 'SetTaxTreatment', effectiveFrom: '2026-05-01', treatment } as const;
  await handle(log, { decider: agentDecider, streamId: 'agent-7', command, context });
  expect((await estimateReward(log, 7, quote)).payeCents).toBe(10_955);
  expect((await estimateReward(log, 7, { ...quote, invoicedOn: '2026-05-02' })).payeCents).toBe(4_382);
});

test('says why nothing would be earned', async () => {
  const reasonFor = async (changes: Partial<typeof quote>) => {
    const { reason, nettCents } = await estimateReward(log, 7, { ...quote, ...changes });
    expect(nettCents).toBe(0);
    return reason;
  };
  expect(await reasonFor({ reservedOn: '2026-04-01' })).toBe('PromotionNotActive');
  expect(await reasonFor({ promoCode: 'NONE' })).toBe('NonQualifyingCode');
  expect(await reasonFor({ tkRevenueCents: 4_999 })).toBe('RewardExceedsRevenue');
});

test('an estimate records nothing', async () => {
  const head = await log.store.head();
  await estimateReward(log, 7, quote);
  expect(await log.store.head()).toBe(head);
});
