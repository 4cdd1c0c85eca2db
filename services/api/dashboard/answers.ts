import { instant } from '@fynbos/domain/event-schema.ts';
import { workItem } from '@fynbos/projections/dashboard/inbox.ts';
import { z } from 'zod';

const cents = z.int();
const day = z.iso.date();
/** `2026-03`. */
const month = z.string();

/** Figures of the first days of a month. `nettCents`: rewards, whatever their status. */
const monthToDate = z.object({
  from: day,
  to: day,
  nettCents: cents,
  rentals: z.int(),
  declined: z.int(),
  agents: z.int(),
});

/** `GET /admin/glance`. Amounts are cents. */
export const dashboardSummaryAnswer = z.object({
  /** When the figures were read. */
  at: instant,
  month,
  today: day,
  /** The current month to date, and the same days of the month before, by invoice date and registration. */
  toDate: monthToDate,
  before: monthToDate,
  owedCents: cents,
  pendingCents: cents,
  earnedThisMonthCents: cents,
  declinedThisMonth: z.int(),
  /** Active agents. */
  agents: z.int(),
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
export type DashboardSummary = z.output<typeof dashboardSummaryAnswer>;

/** `GET /admin/inbox`. `since`: when the oldest of it began to wait, an instant or a day; null if unknown. */
export const inboxAnswer = z.object({
  /** When the inbox was read. */
  at: instant,
  items: z.array(workItem),
});
export type Inbox = z.output<typeof inboxAnswer>;
