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
import { type SummaryTables, summaryQueries } from '@fynbos/projections/dashboard/summary.ts';
import type { Application } from '../services.ts';

type Queries = ReturnType<typeof summaryQueries>;

/** The rewards of a month by status, reason and promotion. Cents nett. */
interface Cell {
  readonly month: Month;
  readonly status: string;
  readonly reason: string | null;
  readonly promotionId: string | null;
  readonly code: string | null;
  readonly rentals: number;
  readonly nett: number;
}

interface MonthCount {
  readonly month: Month;
  readonly n: number;
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
const ENQUIRY_AGE_GROUPS: readonly (readonly [string, number, number])[] = [
  ['today', 0, 0],
  ['1 or 2 days ago', 1, 2],
  ['3 to 6 days ago', 3, 6],
  ['a week ago or longer', 7, Number.POSITIVE_INFINITY],
];

function enquiryAges(open: readonly { at: string }[], today: Day) {
  const days = open.map(({ at }) => dayOf(new Date(at)));
  return ENQUIRY_AGE_GROUPS.map(([age, youngest, oldest]) => {
    const to = addDays(today, -youngest);
    const from = Number.isFinite(oldest) ? addDays(today, -oldest) : null;
    const enquiries = days.filter((day) => day <= to && (from === null || day >= from)).length;
    return { age, from, to, enquiries };
  });
}

async function monthToDate(db: Application['db'], sql: Queries, month: Month, to: Day) {
  const from = `${month}-01`;
  const [{ rows: rentals }, { rows: joined }] = await Promise.all([
    db.query<{ rentals: number; declined: number; nettCents: number }>(sql.toDate, [month, to]),
    db.query<{ n: number }>(sql.joined, [startOfDay(from).toISOString(), startOfDay(addDays(to, 1)).toISOString()]),
  ]);
  const { rentals: count = 0, declined = 0, nettCents = 0 } = rentals[0] ?? {};
  return { from, to, nettCents, rentals: count, declined, agents: joined[0]?.n ?? 0 };
}

async function summaryRows(db: Application['db'], sql: Queries, first: Month, at: Date) {
  const firstInstant = startOfDay(`${first}-01`).toISOString();
  const since = startOfDay(addDays(dayOf(at), -29)).toISOString();
  const rows = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await db.query(text, values)).rows as Row[];
  const [cube, [owed], [active], registered, referred, open, [waiting], [blocked], ingest] = await Promise.all([
    rows<Cell>(sql.cube, first),
    rows<{ owed: number; pending: number }>(sql.balances),
    rows<{ active: number }>(sql.agents),
    rows<MonthCount>(sql.registered, firstInstant),
    rows<MonthCount>(sql.referred, firstInstant),
    rows<{ at: string; status: string }>(sql.enquiries),
    rows<{ n: number }>(sql.approvals),
    rows<{ n: number }>(sql.blocked),
    rows<{ day: string; events: number }>(sql.ingest, since, at.toISOString()),
  ]);
  return { cube, owed, active, registered, referred, open, waiting, blocked, ingest };
}

const nettOf = (cells: readonly Cell[], status: string): number =>
  sum(
    cells.filter((cell) => cell.status === status),
    (cell) => cell.nett,
  );

/** The rewards of a month. Cents nett. */
const rewardsOf = (month: Month, cells: readonly Cell[]) => ({
  month,
  earnedCents: nettOf(cells, 'Earned'),
  pendingCents: nettOf(cells, 'Pending'),
  paidCents: nettOf(cells, 'Paid'),
  expiredCents: nettOf(cells, 'Expired'),
  rentals: sum(cells, (cell) => cell.rentals),
});

/** The five promotions with the largest rewards. Cents nett. */
const topPromotions = (cube: readonly Cell[]) =>
  ranked(
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
    }));

/** The eight most frequent reasons of declined rentals. */
const topRefusals = (cube: readonly Cell[]) =>
  ranked(
    cube,
    ({ reason, status }) => (status === 'Declined' ? reason : null),
    ({ rentals }) => rentals,
  )
    .slice(0, 8)
    .map(([reason, cells]) => ({ reason, rentals: sum(cells, (cell) => cell.rentals) }));

const countIn = (counts: readonly MonthCount[], month: Month): number =>
  counts.find((one) => one.month === month)?.n ?? 0;

/** Reads tables as of that instant. `isPast`: blocked keys, which are of today, are not counted. */
export async function dashboardSummary(
  { db }: Pick<Application, 'db'>,
  tables: SummaryTables,
  at: Date,
  isPast: boolean,
) {
  const sql = summaryQueries(tables);
  const today = dayOf(at);
  const month = monthOf(today);
  const months = lastMonths(today, 12).reverse();
  const { cube, owed, active, registered, referred, open, waiting, blocked, ingest } = await summaryRows(
    db,
    sql,
    months[0] as Month,
    at,
  );
  const lastMonth = addMonths(today, -1);
  const [toDate, before] = await Promise.all([
    monthToDate(db, sql, month, today),
    monthToDate(db, sql, monthOf(lastMonth), lastMonth),
  ]);
  const inMonth = (yearMonth: Month) => cube.filter((cell) => cell.month === yearMonth);
  const declined = inMonth(month).filter(({ status }) => status === 'Declined');
  return {
    at: at.toISOString(),
    month,
    today,
    toDate,
    before,
    owedCents: owed?.owed ?? 0,
    pendingCents: owed?.pending ?? 0,
    earnedThisMonthCents: nettOf(inMonth(month), 'Earned'),
    declinedThisMonth: sum(declined, (cell) => cell.rentals),
    agents: active?.active ?? 0,
    enquiries: open.filter(({ status }) => status === 'pending').length,
    approvals: waiting?.n ?? 0,
    parkedKeys: isPast ? 0 : (blocked?.n ?? 0),
    months: months.map((one) => rewardsOf(one, inMonth(one))),
    promotions: topPromotions(cube),
    refusals: topRefusals(cube),
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
