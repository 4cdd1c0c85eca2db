import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { agentOf } from '@fynbos/application/caller.ts';
import { type OwnPayout, ownPayouts } from '@fynbos/application/payouts/own-payouts.ts';
import { checkAdvice } from '@fynbos/application/payouts/payment-advice.ts';
import { payoutStatementOf } from '@fynbos/application/payouts/payout-statement.ts';
import { accountEntries } from '@fynbos/application/rewards/accounts.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { adviceCheckAnswer, ownPayoutAnswer, ownPayoutLinesAnswer } from './answers.ts';

/** Line states in the agent's terms. A payment counts as paid once the bank has confirmed it. */
const STATES: Readonly<Record<string, string>> = {
  frozen: 'In preparation',
  paid: 'Paid',
  failed: 'Not paid: it is owed again',
  returned: 'Returned by the bank: it is owed again',
};
const statusOf = ({ state, run }: Pick<OwnPayout, 'state' | 'run'>): string =>
  state === 'frozen' && run === 'exported' ? 'Sent to the bank' : (STATES[state] ?? state);

/** The payout with its state in words. */
export const ownPayoutAnswerOf = ({ run, ...payout }: OwnPayout) => ({
  ...payout,
  status: statusOf({ ...payout, run }),
});

const list = route.get('/agent/payouts', {
  who: 'agent',
  summary: 'List your payouts, newest first',
  reads: [payouts.name, payoutLines.name],
  answer: z.array(ownPayoutAnswer),
  handle: async ({ caller }, services) => ({
    body: (await ownPayouts(services, agentOf(caller).agentId)).map(ownPayoutAnswerOf),
  }),
});

const show = route.get('/agent/payouts/{runId}', {
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

export const agentPayoutRoutes = tagged('Payouts and tax', [list, show, verify]);
