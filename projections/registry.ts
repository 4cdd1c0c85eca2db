import { admins } from './admins/admins.ts';
import { agents } from './agents/agents.ts';
import { approvals } from './approvals/approvals.ts';
import { auditLog } from './audit-log/audit-log.ts';
import { balances } from './balances/balances.ts';
import { bookings } from './bookings/bookings.ts';
import { challenges } from './challenges/challenges.ts';
import { comparisons } from './comparisons/comparisons.ts';
import type { AnyProjection } from './engine/projection-instance.ts';
import { enquiries } from './enquiries/enquiries.ts';
import { holds } from './holds/holds.ts';
import { incentives } from './incentives/incentives.ts';
import { integratorTraffic } from './integrator-traffic/integrator-traffic.ts';
import { integrators } from './integrators/integrators.ts';
import { journal } from './journal/journal.ts';
import { latePostings } from './late-postings/late-postings.ts';
import { monthCloses } from './month-closes/month-closes.ts';
import { payoutLines } from './payout-lines/payout-lines.ts';
import { payouts } from './payouts/payouts.ts';
import { promotionChanges } from './promotion-changes/promotion-changes.ts';
import { promotions } from './promotions/promotions.ts';
import { recalculations } from './recalculations/recalculations.ts';
import { reconciliations } from './reconciliations/reconciliations.ts';
import { referrals } from './referrals/referrals.ts';
import { rentalEvents } from './rental-events/rental-events.ts';
import { rentals } from './rentals/rentals.ts';
import { streamCopies } from './stream-copies/stream-copies.ts';
import { tax } from './tax/tax.ts';
import { taxCertificates } from './tax-certificates/tax-certificates.ts';
import { taxSubmissions } from './tax-submissions/tax-submissions.ts';

/** All read models of an installation. The worker maintains them; `npm run replay` finds them by name. */
export const projections: readonly AnyProjection[] = [
  admins,
  agents,
  approvals,
  auditLog,
  balances,
  bookings,
  challenges,
  comparisons,
  enquiries,
  holds,
  incentives,
  integrators,
  integratorTraffic,
  journal,
  latePostings,
  monthCloses,
  payoutLines,
  payouts,
  promotionChanges,
  promotions,
  recalculations,
  reconciliations,
  referrals,
  rentalEvents,
  rentals,
  tax,
  taxCertificates,
  taxSubmissions,
];

/** The read models of an installation. Copies of streams exist only where the events are in another database. */
export const projectionsFor = ({
  eventStoreUrl,
}: {
  readonly eventStoreUrl: string | null;
}): readonly AnyProjection[] => (eventStoreUrl === null ? projections : [...projections, streamCopies]);
