import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { bankAccountDecider } from '@fynbos/domain/bank-account/bank-account.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { type ReferralEvent, referralDecider } from '@fynbos/domain/referral/referral.ts';
import { isSamePerson } from '@fynbos/domain/signal/rules.ts';
import type { Signal } from '@fynbos/domain/signal/signal.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { type Reaction, type ReactionIo, reactionTo } from '@fynbos/projections/engine/reaction.ts';
import { referralLinksOf } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { loadAgents } from '../agents/load-agent.ts';
import { causedBy } from '../caused-by.ts';
import { handle, load } from '../handle.ts';
import { onAccounts } from '../rewards/accounts.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-models.ts';

/** Personal fields by which two agents may be recognised as the same person. */
const IDENTIFYING_FIELDS: ReadonlySet<string> = new Set([
  'cellNumber',
  'taxNumber',
  'firstName',
  'surname',
  'iataNumber',
]);

async function referrerOf(log: EventLog, streamId: string): Promise<number | null> {
  const { state } = await load(log, referralDecider, streamId, { personal: false });
  return state.status === 'none' ? null : state.referredByAgentId;
}

type Referring =
  | Extract<ReferralEvent, { type: 'ReferralRegistered' | 'ReferralCompleted' }>
  | Extract<AgentEvent, { type: 'AgentDetailsChanged' }>;

/** The referrals affected by an event, as pairs of the event's agent and the other agent. */
async function pairsOf(
  { log, db }: Essentials,
  event: FoldEvent<Referring>,
  io: ReactionIo,
): Promise<[number, number][]> {
  if (event.type === 'AgentDetailsChanged') {
    if (!event.data.fields.some((field) => IDENTIFYING_FIELDS.has(field))) return [];
    const agentId = agentIdOf(event.streamId);
    await waitForReadModel(db, referrals.name, event.position, io.signal);
    return (await referralLinksOf(db, agentId)).map((other) => [agentId, other]);
  }
  const { agentId } = event.data;
  const referrer = agentId === null ? null : await referrerOf(log, event.streamId);
  return agentId === null || referrer === null || referrer === agentId ? [] : [[agentId, referrer]];
}

/** Agents who refer themselves, or receive the rewards of agents they referred, until finance releases the hold. */
export const referralSignalsReaction = (services: Essentials): Reaction =>
  reactionTo<Referring>({
    name: 'referral-signals',
    eventTypes: ['ReferralRegistered', 'ReferralCompleted', 'AgentDetailsChanged'],
    appends: ['PayoutHoldPlaced'],
    async react(batch, io) {
      const { log, now } = services;
      for (const event of batch) {
        const context = causedBy(event, 'signals', now());
        for (const pair of await pairsOf(services, event, io)) {
          const [one, other] = [...(await loadAgents(log, pair)).values()];
          if (!one?.details || !other?.details) continue;
          if (isSamePerson(one.details, other.details)) await holdAll(log, selfReferral(pair), context, io);
          const account = accountStreamNameOf(log.keys, one);
          if (account !== null && account === accountStreamNameOf(log.keys, other))
            await holdAll(log, referrersAccount(account, pair), context, io);
        }
      }
    },
  });

/**
 * Its name does not reveal the number. By number and country alone, because bank and branch can be written in several
 * ways; a hold asks a person to look (O14). Null without an account.
 */
function accountStreamNameOf(keys: Pick<KeyRing, 'keyedHash'>, { bank }: AgentState): string | null {
  const number = bank?.bankAccountNumber.replace(/^0+/, '') ?? '';
  return bank && number !== ''
    ? `bank-account-${keys.keyedHash('bank-account', `${bank.bankCountry} ${number}`)}`
    : null;
}

/** Records the use of the account, and holds payments to all its users if there is more than one. */
async function checkAccount({ log, db, now: clock }: Essentials, event: FoldEvent, io: ReactionIo): Promise<void> {
  const agentId = agentIdOf(event.streamId);
  const agent = (await loadAgents(log, [agentId])).get(agentId);
  const streamId = agent ? accountStreamNameOf(log.keys, agent) : null;
  if (streamId === null) return;
  const now = clock();
  const context = causedBy(event, 'signals', now);
  const use = { type: 'RecordBankAccountUse', agentId } as const;
  const { state, position } = await handle(log, { decider: bankAccountDecider, streamId, command: use, context });
  if (position !== undefined) io.appended(position);
  const others = await loadAgents(
    log,
    state.agentIds.filter((id) => id !== agentId),
  );
  const sharing = [...others]
    .filter(([, other]) => accountStreamNameOf(log.keys, other) === streamId)
    .map(([id]) => id);
  if (sharing.length === 0) return;
  await waitForReadModel(db, referrals.name, event.position, io.signal);
  const linked = new Set(await referralLinksOf(db, agentId));
  for (const other of sharing.filter((id) => linked.has(id)))
    await holdAll(log, referrersAccount(streamId, [agentId, other]), context, io);
  if (sharing.every((id) => linked.has(id))) return;
  const all = [agentId, ...sharing].sort((a, b) => a - b);
  const hold: SignalHold = {
    agentIds: all,
    // The same people and account lead to the same hold, however often and by whichever event it is found.
    holdId: `bank-${streamId.slice(-12)}-${all.join('-')}`,
    signal: 'SameBankAccount',
    reason: `Agents ${all.join(' and ')} use the same bank account.`,
  };
  await holdAll(log, hold, context, io);
}

/** Two agents, or an agent and their referrer: payments are held until finance releases the hold. */
export const sameBankAccountReaction = (services: Essentials): Reaction =>
  reactionTo<Extract<AgentEvent, { type: 'AgentRegistered' | 'BankDetailsChanged' }>>({
    name: 'same-bank-account',
    eventTypes: ['AgentRegistered', 'BankDetailsChanged'],
    appends: ['PayoutHoldPlaced', 'BankAccountUsed'],
    async react(batch, io) {
      for (const event of batch) await checkAccount(services, event, io);
    },
  });

export interface SignalHold {
  /** The agents with held payments. */
  readonly agentIds: readonly number[];
  /** The same for the same people and cause, so that a hold that finance released is not placed again. */
  readonly holdId: string;
  readonly signal: Signal;
  readonly reason: string;
}

/** Places a hold on payments to each of its agents. */
export async function holdAll(
  log: EventLog,
  { agentIds, ...hold }: SignalHold,
  context: CommandContext,
  io: ReactionIo,
): Promise<void> {
  const outcomes = await onAccounts(
    log,
    agentIds,
    (agentId) => ({ type: 'PlacePayoutHold', agentId, ...hold }),
    context,
  );
  for (const { position } of outcomes.values()) if (position !== undefined) io.appended(position);
}

const inOrder = (pair: readonly number[]): number[] => [...pair].sort((a, b) => a - b);

/** An agent and their referrer use the same bank account, identified by its stream. */
export const referrersAccount = (accountStream: string, pair: readonly number[]): SignalHold => ({
  agentIds: pair,
  holdId: `referrer-${accountStream.slice(-12)}-${inOrder(pair).join('-')}`,
  signal: 'ReferrersAccount',
  reason: `Agents ${inOrder(pair).join(' and ')}, where one referred the other, use the same bank account.`,
});

/** An agent and their referrer appear to be the same person. */
export const selfReferral = (pair: readonly number[]): SignalHold => ({
  agentIds: pair,
  holdId: `self-referral-${inOrder(pair).join('-')}`,
  signal: 'SelfReferral',
  reason: `Agents ${inOrder(pair).join(' and ')}, where one referred the other, look like the same person.`,
});
