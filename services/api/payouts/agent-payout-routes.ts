import { agentOf } from '@fynbos/application/caller.ts';
import { accountEntries } from '@fynbos/application/rewards/accounts.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { type AgentPayout, payoutsOfAgent } from '@fynbos/projections/payouts/queries.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { ownPayoutAnswer, ownPayoutLinesAnswer } from './answers.ts';
import { payoutStatementOf } from './payout-statement.ts';
import { rePaymentsOf } from './re-payments.ts';

const tag = 'Payouts and tax';

/** Line states in the agent's terms. A payment counts as paid once the bank has confirmed it. */
const STATES: Readonly<Record<string, string>> = {
  frozen: 'In preparation',
  paid: 'Paid',
  failed: 'Not paid: it is owed again',
  returned: 'Returned by the bank: it is owed again',
};
const statusOf = ({ state, run }: AgentPayout): string =>
  state === 'frozen' && run === 'exported' ? 'Sent to the bank' : (STATES[state] ?? state);

const isOwedAgain = ({ state }: AgentPayout): boolean => state === 'failed' || state === 'returned';

const list = route.get('/agent/payouts', {
  who: 'agent',
  summary: 'List your payouts, newest first',
  tag,
  reads: [payouts.name, payoutLines.name],
  answer: z.array(ownPayoutAnswer),
  handle: async ({ caller }, { db, log }) => {
    const { agentId } = agentOf(caller);
    const rows = await payoutsOfAgent(db, agentId);
    const again = rows.some(isOwedAgain) ? rePaymentsOf(await accountEntries(log, agentId)) : null;
    const body = rows.map(({ run, ...row }) => {
      const later = again?.get(row.id);
      const found = rows.find(({ id, state }) => id === later && (state === 'paid' || state === 'frozen'));
      const againIn = found ? { id: found.id, payDate: found.payDate, settledOn: found.settledOn } : null;
      return { ...row, status: statusOf({ ...row, run }), againIn };
    });
    return { body };
  },
});

const one = route.get('/agent/payouts/{runId}', {
  who: 'agent',
  summary: 'List the rewards and corrections of one of your payouts',
  tag,
  answer: ownPayoutLinesAnswer,
  handle: async ({ caller, params }, { log }) => {
    const statement = payoutStatementOf(await accountEntries(log, agentOf(caller).agentId), params.runId);
    if (!statement) throw new DomainError('not-found', 'payout-run.no-line', 'You have no such payout.');
    return { body: { lines: statement.lines } };
  },
});
/** An agent's own payouts and their contents. */
export const agentPayoutRoutes: readonly Route[] = [list, one];
