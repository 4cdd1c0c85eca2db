import { adminOf } from '@fynbos/application/caller.ts';
import { permissionsOf } from '@fynbos/domain/admin/permissions.ts';
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
import { sharedFor } from '@fynbos/platform/shared-for.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { INBOX_READS, listWork } from '@fynbos/projections/dashboard/inbox.ts';
import {
  LIVE_SUMMARY,
  SUMMARY_MODELS,
  type SummaryTables,
  summaryQueries,
} from '@fynbos/projections/dashboard/summary.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listSources } from '../lists/past-list.ts';
import { dashboardSummaryAnswer, inboxAnswer } from './answers.ts';

const FRESH_MS = 3_000;

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
  const groups = [...Map.groupBy(rows, key)].filter((group): group is [string, Row[]] => group[0] !== null);
  return groups.sort((a, b) => sum(b[1], value) - sum(a[1], value));
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
async function monthToDate(db: Services['db'], sql: ReturnType<typeof summaryQueries>, month: Month, to: Day) {
  const from = `${month}-01`;
  const [{ rows: rentals }, { rows: joined }] = await Promise.all([
    db.query<{ rentals: number; declined: number; nettCents: number }>(sql.toDate, [month, to]),
    db.query<{ n: number }>(sql.joined, [startOfDay(from).toISOString(), startOfDay(addDays(to, 1)).toISOString()]),
  ]);
  const { rentals: count = 0, declined = 0, nettCents = 0 } = rentals[0] ?? {};
  return { from, to, nettCents, rentals: count, declined, agents: joined[0]?.n ?? 0 };
}

/** The summary at an instant, from tables as of that instant. `isPast`: blocked keys are of today. */
async function read({ db }: Services, tables: SummaryTables, at: Date, isPast: boolean) {
  const sql = summaryQueries(tables);
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
  const inMonth = (yearMonth: string) => cube.filter((cell) => cell.month === yearMonth);
  const countIn = (counts: readonly { month: string; n: number }[], yearMonth: string) =>
    counts.find((one) => one.month === yearMonth)?.n ?? 0;
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

const summaries = new WeakMap<Services, () => ReturnType<typeof read>>();

/** The summary of the present, at most `FRESH_MS` old. */
function present(services: Services): ReturnType<typeof read> {
  const shared =
    summaries.get(services) ?? sharedFor(FRESH_MS, () => read(services, LIVE_SUMMARY, services.now(), false));
  summaries.set(services, shared);
  return shared();
}

/**
 * `GET /admin/glance`: month and year figures from the read models, now or as of an instant (202 until its tables
 * exist).
 * All callers share one read of the present for three seconds. `GET /admin/inbox`: the work that waits for the
 * signed-in administrator, by kind.
 */
export const dashboardSummaryRoutes = tagged('Dashboard', [
  route.get('/admin/glance', {
    who: { admin: 'reports:see' },
    summary: 'Show a summary of the month and the year, now or as of an instant',
    reads: [incentives.name, balances.name, agents.name, enquiries.name, approvals.name],
    query: z.object({ asOf: z.string().optional() }),
    answer: dashboardSummaryAnswer,
    handle: async ({ query }, services) => {
      if (!query.asOf) return { body: await present(services) };
      const source = await listSources(services, SUMMARY_MODELS, query);
      if ('answer' in source) return source.answer;
      const { tables, at } = source;
      return { body: at === null ? await present(services) : await read(services, tables, at, true) };
    },
  }),
  route.get('/admin/inbox', {
    who: 'administrator',
    summary: 'List the open tasks of the signed-in administrator, most urgent first',
    reads: INBOX_READS,
    answer: inboxAnswer,
    handle: async ({ caller }, { now, db }) => {
      const { adminId, roles } = adminOf(caller);
      const at = now();
      return { body: { at: at.toISOString(), items: await listWork(db, adminId, permissionsOf(roles), dayOf(at)) } };
    },
  }),
]);
