import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import type { AgentState } from '@fynbos/domain/agent/state.ts';
import { bankAccountDecider } from '@fynbos/domain/payout-run/bank-account.ts';
import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import type { Reaction, ReactionIo } from '@fynbos/projections/engine/reaction.ts';
import { referralLinksOf } from '@fynbos/projections/referrals/queries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { loadAgents } from '../agents/load-agent.ts';
import { causedBy } from '../caused-by.ts';
import { handle } from '../handle.ts';
import type { Essentials } from '../services.ts';
import { waitForReadModel } from '../wait-for-read-model.ts';
import { holdAll, referrersAccount } from './hold.ts';

/** The stream of a bank account; its name does not reveal the number. Null for an agent without an account. */
export function accountStreamNameOf(keys: Pick<KeyRing, 'keyedHash'>, { bank }: AgentState): string | null {
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
  const { state, position } = await handle(log, bankAccountDecider, streamId, use, context);
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
export const sameBankAccountReaction = (deps: Essentials): Reaction => ({
  name: 'same-bank-account',
  eventTypes: ['AgentRegistered', 'BankDetailsChanged'],
  appends: ['PayoutHoldPlaced', 'BankAccountUsed'],
  async react(batch, io) {
    for (const event of batch) await checkAccount(deps, event, io);
  },
});
