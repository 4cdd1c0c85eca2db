import { type AgentPayout, payoutsOfAgent } from '@fynbos/projections/payouts/queries.ts';
import { accountEntries } from '../rewards/accounts.ts';
import type { Stores } from '../services.ts';
import { rePaymentsOf } from './re-payments.ts';

/** `againIn`: the later payout that includes rewards of a failed or returned one. */
export type OwnPayout = AgentPayout & {
  readonly againIn: Pick<AgentPayout, 'id' | 'payDate' | 'settledOn'> | null;
};

const isOwedAgain = ({ state }: AgentPayout): boolean => state === 'failed' || state === 'returned';

/** An agent's payouts, newest first: by default at most 120; null for all. Cents. */
export async function ownPayouts({ db, log }: Stores, agentId: number, most?: number | null): Promise<OwnPayout[]> {
  const rows = await payoutsOfAgent(db, agentId, most);
  const rePayments = rows.some(isOwedAgain) ? rePaymentsOf(await accountEntries(log, agentId)) : null;
  return rows.map((row) => {
    const later = rePayments?.get(row.id);
    const found = rows.find(({ id, state }) => id === later && (state === 'paid' || state === 'frozen'));
    return { ...row, againIn: found ? { id: found.id, payDate: found.payDate, settledOn: found.settledOn } : null };
  });
}
