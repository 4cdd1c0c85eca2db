import type { CommandContext } from '@fynbos/domain/decider.ts';
import { erasedWithBalance } from '@fynbos/projections/agent-finances/queries.ts';
import { onAccounts } from '../rewards/accounts.ts';
import type { Essentials } from '../services.ts';

/** Ends what the accounts of erased agents owe, so that no books show a balance that cannot be paid (K7). */
export const forfeitBalances = (
  { log }: Pick<Essentials, 'log'>,
  agentIds: readonly number[],
  context: CommandContext,
) => onAccounts(log, agentIds, (agentId) => ({ type: 'ForfeitBalance', agentId }), context);

/**
 * Forfeits what was posted to erased agents after their erasure: late decisions, returned payments, corrections (K7).
 * Runs once a day; repeating it changes nothing. Returns the number of accounts.
 */
export async function forfeitErased({ log, db, now }: Essentials): Promise<{ accounts: number }> {
  const context: CommandContext = { actor: { kind: 'system', id: 'erasure' }, now: now(), correlationId: 'forfeit' };
  const agentIds = await erasedWithBalance(db);
  const outcomes = await forfeitBalances({ log }, agentIds, context);
  return { accounts: [...outcomes.values()].filter(({ events }) => events.length > 0).length };
}
