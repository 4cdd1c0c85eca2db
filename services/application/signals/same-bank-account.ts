import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { BankAccountEvent } from '@fynbos/domain/payout-run/bank-account-events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { KeyRing } from '@fynbos/platform/keys.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction, ReactionIo } from '@fynbos/projections/engine/reaction.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { causedBy } from '../caused-by.ts';
import { loadAgents } from '../payouts/accounts.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { holdAll, referralLinksOf, referrersAccount } from './hold.ts';
import type { SignalDeps } from './raised.ts';

/** The stream of a bank account; its name does not reveal the number. Null for an agent without an account. */
export function accountStreamNameOf(keys: Pick<KeyRing, 'keyedHash'>, { bank }: AgentState): string | null {
  const number = bank?.bankAccountNumber.replace(/^0+/, '') ?? '';
  return bank && number !== ''
    ? `bank-account-${keys.keyedHash('bank-account', `${bank.bankCountry} ${number}`)}`
    : null;
}

/** Records once that an agent entered this account, and returns all agents who ever did. */
async function usersOf(
  log: EventLog,
  streamId: string,
  agentId: number,
  event: FoldEvent,
  now: Date,
): Promise<{ agentIds: number[]; position: Position | undefined }> {
  const stream = await log.readStream(streamId);
  const known = (stream.events as unknown as BankAccountEvent[]).map(({ data }) => data.agentId);
  if (known.includes(agentId)) return { agentIds: known, position: undefined };
  const used: BankAccountEvent = { type: 'BankAccountUsed', data: { agentId, usedAt: now.toISOString() } };
  const [outcome] = await log.append([{ stream, events: [used], context: causedBy(event, 'signals', now) }]);
  if (!outcome?.ok) throw new StoreUnavailable('the account was given by somebody else at the same time');
  return { agentIds: [...known, agentId], position: outcome.position };
}

/** Holds payments to all users of the account if there is more than one. */
async function look({ log, db, now: clock }: SignalDeps, event: FoldEvent, io: ReactionIo): Promise<void> {
  const agentId = Number(event.streamId.slice('agent-'.length));
  const agent = (await loadAgents(log, [agentId], true)).get(agentId);
  const streamId = agent ? accountStreamNameOf(log.keys, agent) : null;
  if (streamId === null) return;
  const now = clock();
  const { agentIds, position } = await usersOf(log, streamId, agentId, event, now);
  if (position !== undefined) io.appended(position);
  const others = await loadAgents(
    log,
    agentIds.filter((id) => id !== agentId),
    true,
  );
  const sharing = [...others]
    .filter(([, other]) => accountStreamNameOf(log.keys, other) === streamId)
    .map(([id]) => id);
  if (sharing.length === 0) return;
  await waitForReadModel(db, referrals.name, event.position, io.signal);
  const linked = new Set(await referralLinksOf(db, agentId));
  const context = causedBy(event, 'signals', now);
  for (const other of sharing.filter((id) => linked.has(id)))
    await holdAll(log, [agentId, other], referrersAccount(streamId, [agentId, other]), context, io);
  if (sharing.every((id) => linked.has(id))) return;
  const all = [agentId, ...sharing].sort((a, b) => a - b);
  await holdAll(
    log,
    all,
    {
      // The same people and account lead to the same hold, however often and by whichever event it is found.
      holdId: `bank-${streamId.slice(-12)}-${all.join('-')}`,
      signal: 'SameBankAccount',
      reason: `Agents ${all.join(' and ')} use the same bank account.`,
    },
    context,
    io,
  );
}

/**
 * Flags and holds payments when two agents, or an agent and their referrer, use the same bank account, until finance
 * releases the hold.
 */
export const sameBankAccountReaction = (deps: SignalDeps): Reaction => ({
  name: 'same-bank-account',
  eventTypes: ['AgentRegistered', 'BankDetailsChanged'],
  appends: ['PayoutHoldPlaced', 'BankAccountUsed'],
  startAt: 'first',
  async react(batch, io) {
    for (const event of batch) await look(deps, event, io);
  },
});
