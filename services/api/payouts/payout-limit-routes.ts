import { loadPayoutLimits, payoutLimitsHistory } from '@fynbos/application/payouts/payout-limits.ts';
import { formatRand } from '@fynbos/domain/format.ts';
import { checkLimits, type PayoutLimits, payoutLimits } from '@fynbos/domain/payout-limits/payout-limits.ts';
import { pendingApproval, respondPendingApproval } from '../approvals/pending.ts';
import { reasonField } from '../http/fields.ts';
import { route, tagged } from '../http/route.ts';
import { payoutLimitsAnswer } from './answers.ts';

function summaryOf({ approverBands, statedTotalFromCents, eftItemCents, crossBorderItemCents }: PayoutLimits): string {
  const bands = approverBands.map(
    ({ fromNettCents, approvers }) => `${approvers} approvers from ${formatRand(fromNettCents)}`,
  );
  return [
    `Payout limits: ${bands.join(', ') || 'one approver'}`,
    `typed total from ${formatRand(statedTotalFromCents)}`,
    `one payment at most ${formatRand(eftItemCents)} (EFT) and ${formatRand(crossBorderItemCents)} (cross-border)`,
  ].join('; ');
}

/** The limits of payouts: approvers by amount, the typed total and the largest payment; changes need an approval. */
export const payoutLimitRoutes = tagged('Bank list and business days', [
  route.get('/admin/payout-limits', {
    who: { admin: 'reports:see' },
    summary: 'Get the limits of payouts, and every change of them',
    answer: payoutLimitsAnswer,
    handle: async (_call, { log, config }) => {
      const [limits, changes] = await Promise.all([
        loadPayoutLimits(log, config.programme.PAYMENT_LIMIT),
        payoutLimitsHistory(log),
      ]);
      return { body: { limits, changes } };
    },
  }),
  route.post('/admin/payout-limits', {
    who: { admin: 'policy:change' },
    summary: 'Change the limits of payouts, for runs that are proposed later. Needs approval',
    body: payoutLimits.extend({ reason: reasonField('Say why the limits change.', 500) }),
    ...pendingApproval,
    handle: async (call, services) => {
      const { reason, ...limits } = call.body;
      // Reject invalid limits now, not at the approval.
      checkLimits(limits);
      return respondPendingApproval(services, call, {
        reason,
        kind: 'payout-limits.change',
        subject: 'payout-limits/1',
        summary: summaryOf(limits),
        fields: Object.keys(limits),
        payload: { limits },
      });
    },
  }),
]);
