import type { Programme } from '@fynbos/platform/config/programme.ts';
import type { Reaction } from '@fynbos/projections/engine/reaction.ts';
import { approvedChangesReaction } from './approvals/execute.ts';
import { comparisonReaction } from './comparison/compare.ts';
import { erasureReaction } from './erasure/reaction.ts';
import { moneyNoticesReaction } from './notices/money-notices.ts';
import type { Notices } from './notices/notices.ts';
import { noticesReaction } from './notices/reaction.ts';
import { payerOf } from './payouts/bank-files/file-settings.ts';
import { failedPaymentHoldsReaction } from './payouts/failed-payment-holds.ts';
import { payoutRunReaction } from './payouts/reaction.ts';
import { recalculationReaction } from './recalculation/execute.ts';
import { reconciliationReaction } from './reconciliation/reconcile.ts';
import { referralsReaction } from './referrals/reaction.ts';
import { coverRewardsReaction } from './rewards/cover-rewards.ts';
import { matchAgentsReaction } from './rewards/match-agents.ts';
import { postRewardsReaction } from './rewards/post-rewards.ts';
import type { Essentials } from './services.ts';
import { endSessionsReaction } from './sign-in/end-sessions.ts';
import { signalsReaction } from './signals/raise-signals.ts';
import { referralSignalsReaction, sameBankAccountReaction } from './signals/related-agents.ts';
import { certificatesReaction } from './tax/issue-certificates.ts';
import type { Deliveries } from './webhooks/deliveries.ts';
import { webhooksReaction } from './webhooks/reaction.ts';

export interface ReactionServices extends Essentials {
  readonly notices: Notices;
  readonly deliveries: Pick<Deliveries, 'add'>;
  /** The payer in bank files. */
  readonly programme: Programme;
  /** The folder in which erasures are listed; null when there is none. */
  readonly checkpointFolder: string | null;
}

export function reactionsOf(services: ReactionServices): Reaction[] {
  return [
    postRewardsReaction(services),
    matchAgentsReaction(services),
    coverRewardsReaction(services),
    referralsReaction(services),
    noticesReaction(services),
    moneyNoticesReaction(services),
    certificatesReaction({ ...services, payeReference: services.programme.EMPLOYER_PAYE_REFERENCE }),
    recalculationReaction(services),
    reconciliationReaction(services),
    comparisonReaction(services),
    sameBankAccountReaction(services),
    referralSignalsReaction(services),
    signalsReaction(services),
    erasureReaction(services),
    payoutRunReaction({
      ...services,
      payer: payerOf(services.programme),
      paymentLimitCents: services.programme.PAYMENT_LIMIT,
    }),
    failedPaymentHoldsReaction(services),
    webhooksReaction(services),
    approvedChangesReaction(services),
    endSessionsReaction(services),
  ];
}
