import { agents } from '../agents/agents.ts';
import { approvals } from '../approvals/approvals.ts';
import { balances } from '../balances/balances.ts';
import { liveTable, type ReadModelTable, readModelTable } from '../engine/read-model.ts';
import { enquiries } from '../enquiries/enquiries.ts';
import { incentives } from '../incentives/incentives.ts';
import { referrals } from '../referrals/referrals.ts';
import { rentalEvents } from '../rental-events/rental-events.ts';

/** The read models of the summary that can be read as of a moment. */
export const SUMMARY_MODELS = { incentives, balances, agents, referrals, enquiries, approvals } as const;
/** The tables of these models, now or as of a moment. */
export type SummaryTables = Readonly<Record<keyof typeof SUMMARY_MODELS, ReadModelTable>>;
export const LIVE_SUMMARY = Object.fromEntries(
  Object.entries(SUMMARY_MODELS).map(([name, projection]) => [name, readModelTable(projection)]),
) as SummaryTables;

/** Converts a column of instants to a day or month of the business calendar. */
const localDate = (column: string, form: 'YYYY-MM' | 'YYYY-MM-DD'): string =>
  `to_char("${column}"::timestamptz at time zone 'Africa/Johannesburg', '${form}')`;

export const summaryQueries = (tables: SummaryTables) =>
  ({
    cube: `select month, status, reason, "promotionId", max("promoCode") as code, count(*)::int as rentals, sum("nettCents")::float8 as nett
    from ${tables.incentives.sql} where month >= $1 group by month, status, reason, "promotionId"`,
    toDate: `select count(*)::int as rentals, count(*) filter (where status = 'Declined')::int as declined,
    coalesce(sum("nettCents"), 0)::float8 as "nettCents" from ${tables.incentives.sql} where month = $1 and "invoiceDate" <= $2`,
    joined: `select count(*)::int as n from ${tables.agents.sql} where "registeredAt" >= $1 and "registeredAt" < $2`,
    balances: `select coalesce(sum("balanceCents"), 0)::float8 as owed, coalesce(sum("pendingCents"), 0)::float8 as pending from ${tables.balances.sql}`,
    agents: `select count(*) filter (where status = 'active')::int as active from ${tables.agents.sql}`,
    registered: `select ${localDate('registeredAt', 'YYYY-MM')} as month, count(*)::int as n from ${tables.agents.sql} where "registeredAt" >= $1 group by 1`,
    referred: `select ${localDate('referredOn', 'YYYY-MM')} as month, count(*)::int as n from ${tables.referrals.sql} where "referredOn" >= $1 group by 1`,
    enquiries: `select "dateCreated" as at, status from ${tables.enquiries.sql} where status <> 'Resolved'`,
    approvals: `select count(*)::int as n from ${tables.approvals.sql} where status = 'waiting'`,
    blocked: 'select count(*)::int as n from engine.parked',
    ingest: `select ${localDate('recordedAt', 'YYYY-MM-DD')} as day, count(*)::int as events from ${liveTable(rentalEvents)} where "recordedAt" >= $1 and "recordedAt" <= $2 group by 1 order by 1`,
  }) as const;
