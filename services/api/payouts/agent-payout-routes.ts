import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { checkAdvice } from '@fynbos/application/payouts/payment-advice.ts';
import { payoutStatementOf } from '@fynbos/application/payouts/payout-statement.ts';
import { rePaymentsOf } from '@fynbos/application/payouts/re-payments.ts';
import { accountEntries } from '@fynbos/application/rewards/accounts.ts';
import type { Stores } from '@fynbos/application/services.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { type AgentPayout, payoutsOfAgent } from '@fynbos/projections/payouts/queries.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { adviceCheckAnswer, type OwnPayout, ownPayoutAnswer, ownPayoutLinesAnswer } from './answers.ts';

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

/** An agent's payouts, newest first: by default at most 120; null for all. Cents. */
export async function ownPayouts({ db, log }: Stores, agentId: number, most?: number | null): Promise<OwnPayout[]> {
  const rows = await payoutsOfAgent(db, agentId, most);
  const rePayments = rows.some(isOwedAgain) ? rePaymentsOf(await accountEntries(log, agentId)) : null;
  return rows.map(({ run, ...row }) => {
    const later = rePayments?.get(row.id);
    const found = rows.find(({ id, state }) => id === later && (state === 'paid' || state === 'frozen'));
    const againIn = found ? { id: found.id, payDate: found.payDate, settledOn: found.settledOn } : null;
    return { ...row, status: statusOf({ ...row, run }), againIn };
  });
}

const list = route.get('/agent/payouts', {
  who: 'agent',
  summary: 'List your payouts, newest first',
  reads: [payouts.name, payoutLines.name],
  answer: z.array(ownPayoutAnswer),
  handle: async ({ caller }, services) => ({ body: await ownPayouts(services, agentOf(caller).agentId) }),
});

const one = route.get('/agent/payouts/{runId}', {
  who: 'agent',
  summary: 'List the rewards and corrections of one of your payouts',
  answer: ownPayoutLinesAnswer,
  handle: async ({ caller, params }, { log }) => {
    const statement = payoutStatementOf(await accountEntries(log, agentOf(caller).agentId), params.runId);
    if (!statement) throw new DomainError('not-found', 'payout-run.no-line', 'Payout not found.');
    return { body: { lines: statement.lines } };
  },
});
/** The public check of a payment advice, by the signed address in its QR code (O25). */
const verify = route.get('/verify/{token}', {
  who: 'anyone',
  summary:
    'Verify a payment advice by the signed address in its QR code: amount, day, reference, account ending, checkpoint',
  reads: [payouts.name],
  answer: adviceCheckAnswer,
  handle: async ({ params, address: network }, services) => {
    await services.auth.limits.consume(LIMITS.verifyPerNetwork, network);
    return { body: await checkAdvice(services, params.token) };
  },
});

export const agentPayoutRoutes = tagged('Payouts and tax', [list, one, verify]);
