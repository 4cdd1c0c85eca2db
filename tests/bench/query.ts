import { createHash } from 'node:crypto';
import { AGENT_LIST } from '@fynbos/api/agents/agent-routes.ts';
import { ApproximateCounts } from '@fynbos/api/lists/approximate-counts.ts';
import { databaseOf, type ListDatabase } from '@fynbos/api/lists/database.ts';
import type { ListRequest } from '@fynbos/api/lists/list-request.ts';
import { DEEPEST_ROW, listPage, type TableList } from '@fynbos/api/lists/table-list.ts';
import { REWARD_LIST } from '@fynbos/api/rewards/reward-routes.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { prepareReadModels } from '@fynbos/projections/engine/engine.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import type pg from 'pg';
import { inFreshDatabase } from '../environment/postgres.ts';
import { FILL_AGENTS } from './agents-table.ts';

const RENTALS = Number(process.env.RENTALS ?? 1_000_000);
const AGENTS = Number(process.env.AGENTS ?? 100_000);
const QUERIES = 400;
/** Allowed duration of a page as a multiple of a primary-key look-up. */
const ALLOWED = 10;

/** Rentals over three years and forty promotions; four of ten refused, for ten reasons. */
const FILL_RENTALS = `
  insert into rm_incentives.incentives ("reservationNo", "agentId", "loyaltyTrackingNo", "promoCode", "promotionId", month, "invoiceNo",
    "invoiceDate", "firstInvoicedOn", "reservedOn", "marketSector", status, reason, "grossCents", "payeCents", "nettCents", "tkRevenueCents", "payeRate",
    "minimumRewardCents", "policyVersion", "decisionNo", "decidedAt")
  select 'R' || lpad(n::text, 9, '0'), n % $2::int + 1, 'FT' || lpad((n % $2::int + 1)::text, 8, '0'), 'CODE' || p, 'promotion-' || p,
    to_char(d, 'YYYY-MM'), 'INV' || n, to_char(d, 'YYYY-MM-DD'), to_char(d, 'YYYY-MM-DD'), to_char(d, 'YYYY-MM-DD'), 'Leisure',
    case when n % 10 < 4 then 'Declined' when n % 50 = 9 then 'Pending' when n % 3 = 0 then 'Paid' else 'Earned' end,
    case when n % 10 < 4 then (array['Cancelled','NoShow','Credited','NoTrackingNumber','UnknownTrackingNumber','NonQualifyingCode',
      'CodeChangedToNonQualifying','PromotionNotActive','RentalDiffersFromReservation','RewardExceedsRevenue'])[1 + (n / 10) % 10]
      when n % 50 = 9 then 'OnHold' end,
    g, g / 4, g - g / 4, g * 5, 0.25, 5000, 1, 1, '2026-01-01T00:00:00.000Z'
  from generate_series(1, $1::int) n, lateral (select date '2023-04-01' + (n::bigint * 7919 % 1095)::int d, 1 + n % 40 p, 5000 + (n * 31 % 90000) g) x`;

interface Timed {
  readonly p50: number;
  readonly p95: number;
  readonly worst?: { readonly ms: number; readonly what: string };
}

const quantile = (sorted: readonly number[], q: number): number =>
  Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0).toFixed(3));

async function timed(count: number, work: (n: number) => Promise<string>): Promise<Timed> {
  const runs: { ms: number; what: string }[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    const what = await work(n);
    runs.push({ ms: performance.now() - began, what });
  }
  runs.sort((a, b) => a.ms - b.ms);
  const sorted = runs.map(({ ms }) => ms);
  const last = runs.at(-1);
  return {
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    ...(last ? { worst: { ms: Number(last.ms.toFixed(2)), what: last.what } } : {}),
  };
}

/** Realistically distributed letters. */
const surnameOf = (n: number): string => createHash('md5').update(String(n)).digest('hex').slice(0, 7);

const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item;

/** All pages, sorts and filters of the rewards list in turn. */
function rewardRequest(n: number): ListRequest {
  const filters: Record<string, unknown>[] = [
    {},
    { status: pick(['Earned', 'Paid', 'Pending', 'Declined'], n) },
    { reason: pick(['Cancelled', 'NoShow', 'PromotionNotActive', 'OnHold'], n) },
    { month: pick(['2024-02', '2025-06', '2026-01'], n) },
    { agentId: 1 + ((n * 7919) % AGENTS) },
    { loyaltyTrackingNo: `FT${String(1 + ((n * 104_729) % AGENTS)).padStart(8, '0')}` },
    { promotionId: `promotion-${1 + (n % 40)}` },
    { reservationNo: `R${String(1 + ((n * 31) % RENTALS)).padStart(9, '0')}` },
    { month: pick(['2024-02', '2025-06'], n), status: pick(['Earned', 'Declined'], n) },
  ];
  const sorts = Object.keys(REWARD_LIST.sorts);
  return {
    filter: pick(filters, n),
    offset: offsetOf(n),
    limit: 25,
    sort: { field: pick(sorts, Math.floor(n / 9)), descending: n % 2 === 0 },
  };
}

/** All pages, sorts and filters of the agents list in turn. */
function agentRequest(n: number): ListRequest {
  const filters: Record<string, unknown>[] = [
    {},
    { status: pick(['active', 'registered', 'suspended'], n) },
    { q: surnameOf((n * 31) % 5000) },
    { q: `agency ${(n * 7) % 20_000} t` },
    { q: pick(['thandi', 'example', 'travel'], n) },
    { q: `person${1 + ((n * 7919) % AGENTS)}@` },
    { loyaltyTrackingNo: `FT${String(1 + n * 13).padStart(8, '0')}` },
  ];
  const sorts = Object.keys(AGENT_LIST.sorts);
  return {
    filter: pick(filters, n),
    offset: offsetOf(n),
    limit: 10,
    sort: { field: pick(sorts, Math.floor(n / 7)), descending: n % 2 === 0 },
  };
}

/** Mostly the first pages; one in ten is deep. */
const offsetOf = (n: number): number => (n % 10 === 9 ? (n * 997) % (DEEPEST_ROW - 100) : (n % 5) * 25);

async function measure<Row extends object>(
  db: ListDatabase,
  list: TableList<Row>,
  requestOf: (n: number) => ListRequest,
): Promise<Timed> {
  const tallies = new ApproximateCounts(db);
  await listPage(db, list, requestOf(0), tallies);
  return timed(QUERIES, async (n) => {
    const request = requestOf(n);
    await listPage(db, list, request, tallies);
    return JSON.stringify(request);
  });
}

const lookUp = (pool: pg.Pool): Promise<Timed> =>
  timed(2_000, async (n) => {
    await pool.query('select * from rm_incentives.incentives where "reservationNo" = $1', [
      `R${String(1 + ((n * 7919) % RENTALS)).padStart(9, '0')}`,
    ]);
    return 'key';
  });

/** Lists with totals against look-ups by primary key, over one connection. */
export const bench = (): Promise<object> =>
  inFreshDatabase(async (url) => {
    const pool = createPool(url, { applicationName: 'bench', max: 1 });
    try {
      const began = performance.now();
      // The indexes for text search need their extension. Both tables are created as the worker creates them.
      const making = createPool(url, { applicationName: 'bench-fill', max: 4 });
      await prepareReadModels(making, [agents, incentives]);
      await making.query(FILL_RENTALS, [RENTALS, AGENTS]);
      await making.query(FILL_AGENTS, [AGENTS]);
      await making.query('vacuum analyze rm_incentives.incentives');
      await making.query('vacuum analyze rm_agents.agents');
      await making.end();
      const filledMs = Math.round(performance.now() - began);
      const db = databaseOf(pool);
      await lookUp(pool);
      const key = await lookUp(pool);
      const rewards = await measure(db, REWARD_LIST, rewardRequest);
      const agentList = await measure(db, AGENT_LIST, agentRequest);
      const ratio = (list: Timed) => Number((list.p95 / key.p95).toFixed(1));
      const ratios = { rewards: ratio(rewards), agents: ratio(agentList) };
      return {
        bench: 'query',
        rentals: RENTALS,
        agents: AGENTS,
        filledMs,
        key: { p50: key.p50, p95: key.p95 },
        rewards,
        agentList,
        ratios,
        allowed: ALLOWED,
        within: ratios.rewards <= ALLOWED && ratios.agents <= ALLOWED,
      };
    } finally {
      await pool.end();
    }
  });
