import { z } from 'zod';

const cents = z.int();
const day = z.iso.date();
/** `2026-03`. */
const month = z.string();

/** `GET /admin/glance`. Amounts are cents. */
export const dashboardSummaryAnswer = z.object({
  month,
  today: day,
  owedCents: cents,
  pendingCents: cents,
  earnedThisMonthCents: cents,
  declinedThisMonth: z.int(),
  /** Active agents. */
  agents: z.int(),
  /** Pending enquiries. */
  enquiries: z.int(),
  /** Requests that wait for an approval. */
  approvals: z.int(),
  parkedKeys: z.int(),
  /** The last twelve months, oldest first, as `registrations`. */
  months: z.array(
    z.object({
      month,
      earnedCents: cents,
      pendingCents: cents,
      paidCents: cents,
      expiredCents: cents,
      rentals: z.int(),
    }),
  ),
  promotions: z.array(z.object({ promotionId: z.string(), promoCode: z.string(), nettCents: cents, rentals: z.int() })),
  refusals: z.array(z.object({ reason: z.string(), rentals: z.int() })),
  registrations: z.array(z.object({ month, agents: z.int(), referrals: z.int() })),
  /** Open enquiries by age; `from` is null for the oldest group. */
  enquiryAges: z.array(z.object({ age: z.string(), from: day.nullable(), to: day, enquiries: z.int() })),
  /** Rental events of the last thirty days. */
  ingest: z.array(z.object({ day, events: z.int() })),
});
