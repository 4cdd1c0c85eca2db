import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { type Route, route } from '../http/route.ts';
import { adviceCheckAnswer } from './answers.ts';
import { checkAdvice } from './payment-advice.ts';

/** The public check of a payment advice, by the signed address in its QR code (O25). */
export const verifyRoutes: readonly Route[] = [
  route.get('/verify/{token}', {
    who: 'anyone',
    summary:
      'Verify a payment advice by the signed address in its QR code: amount, day, reference, account ending, checkpoint',
    tag: 'Payouts and tax',
    reads: [payouts.name],
    answer: adviceCheckAnswer,
    handle: async ({ params, address: network }, services) => {
      await services.auth.limits.take(LIMITS.verifyPerNetwork, network);
      return { body: await checkAdvice(services, params.token) };
    },
  }),
];
