import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  lastMonths,
  type Month,
  monthOf,
  startOfDay,
} from '@fynbos/domain/calendar.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { type ReadModelTable, readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import { rentalEvents } from '@fynbos/projections/rental-events/rental-events.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listSources } from '../lists/past-list.ts';
import { dashboardSummaryAnswer } from './answers.ts';

const FRESH_MS = 3_000;

/** The read models of the summary that can be read as of a moment. */
const MODELS = { incentives, balances, agents, referrals, enquiries, approvals } as const;
/** The tables of these models, now or as of a moment. */
type Tables = Readonly<Record<keyof typeof MODELS, ReadModelTable>>;
const LIVE = Object.fromEntries(
  Object.entries(MODELS).map(([name, projection]) => [name, readModelTable(projection)]),
) as Tables;

/** Converts a column of instants to a day or month of the business calendar. */
const there = (column: string, form: 'YYYY-MM' | 'YYYY-MM-DD'): string =>
  `to_char("${column}"::timestamptz at time zone 'Africa/Johannesburg', '${form}')`;

const sqlOf = (tables: Tables) =>
  ({
    cube: `select month, status, reason, "promotionId", max("promoCode") as code, count(*)::int as rentals, sum("nettCents")::float8 as nett
    from ${tables.incentives.sql} where month >= $1 group by month, status, reason, "promotionId"`,
    toDate: `select count(*)::int as rentals, count(*) filter (where status = 'Declined')::int as declined,
    coalesce(sum("nettCents"), 0)::float8 as "nettCents" from ${tables.incentives.sql} where month = $1 and "invoiceDate" <= $2`,
    joined: `select count(*)::int as n from ${tables.agents.sql} where "registeredAt" >= $1 and "registeredAt" < $2`,
    balances: `select coalesce(sum("balanceCents"), 0)::float8 as owed, coalesce(sum("pendingCents"), 0)::float8 as pending from ${tables.balances.sql}`,
    agents: `select count(*) filter (where status = 'active')::int as active from ${tables.agents.sql}`,
    registered: `select ${there('registeredAt', 'YYYY-MM')} as month, count(*)::int as n from ${tables.agents.sql} where "registeredAt" >= $1 group by 1`,
    referred: `select ${there('referredOn', 'YYYY-MM')} as month, count(*)::int as n from ${tables.referrals.sql} where "referredOn" >= $1 group by 1`,
    enquiries: `select "dateCreated" as at, status from ${tables.enquiries.sql} where status <> 'Resolved'`,
    approvals: `select count(*)::int as n from ${tables.approvals.sql} where status = 'waiting'`,
    blocked: 'select count(*)::int as n from engine.parked',
    ingest: `select ${there('recordedAt', 'YYYY-MM-DD')} as day, count(*)::int as events from ${readModelTable(rentalEvents).sql} where "recordedAt" >= $1 and "recordedAt" <= $2 group by 1 order by 1`,
  }) as const;

interface Cell {
  month: string;
  status: string;
  reason: string | null;
  promotionId: string | null;
  code: string | null;
  rentals: number;
  nett: number;
}

const sum = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((total, row) => total + value(row), 0);

/** Groups rows by a key and adds up their amounts, largest first. */
function ranked<Row>(
  rows: readonly Row[],
  key: (row: Row) => string | null,
  value: (row: Row) => number,
): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = key(row);
    if (name !== null) groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups].sort((a, b) => sum(b[1], value) - sum(a[1], value));
}

/** Age groups of open enquiries by the day of receipt: minimum and maximum age of each in days. */
const AGES: readonly (readonly [string, number, number])[] = [
  ['today', 0, 0],
  ['1 or 2 days ago', 1, 2],
  ['3 to 6 days ago', 3, 6],
  ['a week ago or longer', 7, Number.POSITIVE_INFINITY],
];

function enquiryAges(open: readonly { at: string }[], today: Day) {
  const days = open.map(({ at }) => dayOf(new Date(at)));
  return AGES.map(([age, youngest, oldest]) => {
    const to = addDays(today, -youngest);
    const from = Number.isFinite(oldest) ? addDays(today, -oldest) : null;
    const enquiries = days.filter((day) => day <= to && (from === null || day >= from)).length;
    return { age, from, to, enquiries };
  });
}

/** The figures of a month up to a day of it. */
async function monthToDate(db: Services['db'], sql: ReturnType<typeof sqlOf>, month: Month, to: Day) {
  const from = `${month}-01`;
  const [{ rows: rentals }, { rows: joined }] = await Promise.all([
    db.query<{ rentals: number; declined: number; nettCents: number }>(sql.toDate, [month, to]),
    db.query<{ n: number }>(sql.joined, [startOfDay(from).toISOString(), startOfDay(addDays(to, 1)).toISOString()]),
  ]);
  const { rentals: count = 0, declined = 0, nettCents = 0 } = rentals[0] ?? {};
  return { from, to, nettCents, rentals: count, declined, agents: joined[0]?.n ?? 0 };
}

/** The summary at an instant, from tables as of that instant. `isPast`: records that wait for repair are of today. */
async function read({ db }: Services, tables: Tables, at: Date, isPast: boolean) {
  const sql = sqlOf(tables);
  const today = dayOf(at);
  const month = monthOf(today);
  const months = lastMonths(today, 12).reverse();
  const first = months[0] as string;
  const firstInstant = startOfDay(`${first}-01`).toISOString();
  const since = startOfDay(addDays(today, -29)).toISOString();
  const rows = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await db.query(text, values)).rows as Row[];
  const [cube, [owed], [active], registered, referred, open, [waiting], [blocked], ingest] = await Promise.all([
    rows<Cell>(sql.cube, first),
    rows<{ owed: number; pending: number }>(sql.balances),
    rows<{ active: number }>(sql.agents),
    rows<{ month: string; n: number }>(sql.registered, firstInstant),
    rows<{ month: string; n: number }>(sql.referred, firstInstant),
    rows<{ at: string; status: string }>(sql.enquiries),
    rows<{ n: number }>(sql.approvals),
    rows<{ n: number }>(sql.blocked),
    rows<{ day: string; events: number }>(sql.ingest, since, at.toISOString()),
  ]);
  const lastMonth = addMonths(today, -1);
  const [toDate, before] = await Promise.all([
    monthToDate(db, sql, month, today),
    monthToDate(db, sql, monthOf(lastMonth), lastMonth),
  ]);
  const nettOf = (cells: readonly Cell[], status: string) =>
    sum(
      cells.filter((cell) => cell.status === status),
      (cell) => cell.nett,
    );
  const inMonth = (wanted: string) => cube.filter((cell) => cell.month === wanted);
  const countIn = (counts: readonly { month: string; n: number }[], wanted: string) =>
    counts.find((one) => one.month === wanted)?.n ?? 0;
  return {
    at: at.toISOString(),
    month,
    today,
    toDate,
    before,
    owedCents: owed?.owed ?? 0,
    pendingCents: owed?.pending ?? 0,
    earnedThisMonthCents: nettOf(inMonth(month), 'Earned'),
    declinedThisMonth: sum(
      inMonth(month).filter(({ status }) => status === 'Declined'),
      (cell) => cell.rentals,
    ),
    agents: active?.active ?? 0,
    enquiries: open.filter(({ status }) => status === 'pending').length,
    approvals: waiting?.n ?? 0,
    parkedKeys: isPast ? 0 : (blocked?.n ?? 0),
    months: months.map((one) => {
      const cells = inMonth(one);
      const amounts = {
        earnedCents: nettOf(cells, 'Earned'),
        pendingCents: nettOf(cells, 'Pending'),
        paidCents: nettOf(cells, 'Paid'),
        expiredCents: nettOf(cells, 'Expired'),
      };
      return { month: one, ...amounts, rentals: sum(cells, (cell) => cell.rentals) };
    }),
    promotions: ranked(
      cube,
      ({ promotionId, nett }) => (nett > 0 ? promotionId : null),
      ({ nett }) => nett,
    )
      .slice(0, 5)
      .map(([promotionId, cells]) => ({
        promotionId,
        promoCode: cells[0]?.code ?? '',
        nettCents: sum(cells, (cell) => cell.nett),
        rentals: sum(cells, (cell) => cell.rentals),
      })),
    refusals: ranked(
      cube,
      ({ reason, status }) => (status === 'Declined' ? reason : null),
      ({ rentals }) => rentals,
    )
      .slice(0, 8)
      .map(([reason, cells]) => ({ reason, rentals: sum(cells, (cell) => cell.rentals) })),
    registrations: months.map((one) => ({
      month: one,
      agents: countIn(registered, one),
      referrals: countIn(referred, one),
    })),
    enquiryAges: enquiryAges(open, today),
    ingest: Array.from({ length: 30 }, (_, ago) => addDays(today, ago - 29)).map((day) => ({
      day,
      events: ingest.find((one) => one.day === day)?.events ?? 0,
    })),
  };
}

/**
 * `GET /admin/glance`: month and year figures from the read models, now or as of an instant (202 until its tables exist).
 * All callers share one read of the present for three seconds.
 */
export function dashboardSummaryRoute(services: Services): Route {
  let last: { at: number; answer: ReturnType<typeof read> } | undefined;
  const present = () => {
    if (!last || performance.now() - last.at > FRESH_MS) {
      const answer = read(services, LIVE, services.now(), false);
      answer.catch(() => {
        last = undefined;
      });
      last = { at: performance.now(), answer };
    }
    return last.answer;
  };
  return route.get('/admin/glance', {
    who: { admin: 'reports:see' },
    summary: 'Show a summary of the month and the year, now or as of an instant',
    tag: 'Dashboard',
    reads: [incentives.name, balances.name, agents.name, enquiries.name, approvals.name],
    query: z.object({ asOf: z.string().optional() }),
    answer: dashboardSummaryAnswer,
    handle: async ({ query }) => {
      if (!query.asOf) return { body: await present() };
      const source = await listSources(services, MODELS, query);
      if ('answer' in source) return source.answer;
      const { tables, at } = source;
      return { body: at === null ? await present() : await read(services, tables, at, true) };
    },
  });
}
