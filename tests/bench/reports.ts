import { readFile } from 'node:fs/promises';
import { handle } from '@fynbos/application/handle.ts';
import { ageingNow } from '@fynbos/application/liability/ageing.ts';
import { forecast } from '@fynbos/application/liability/forecast.ts';
import { bursts, invoicedTwice, rebookings } from '@fynbos/application/signals/rental-findings.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import {
  INITIAL_TERMS,
  REWARD_POLICY_STREAM,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { GENESIS } from '@fynbos/event-store/hash-chain.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { productSchemas } from '@fynbos/event-store/upcast.ts';
import { masterKeyOf, migrateKeys, openKeyRing } from '@fynbos/platform/crypto/keys.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { prepareReadModels } from '@fynbos/projections/engine/engine.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { rentals } from '@fynbos/projections/rentals/rentals.ts';
import { tax } from '@fynbos/projections/tax/tax.ts';
import type pg from 'pg';
import { inFreshDatabase } from '../environment/postgres.ts';
import { FILL_AGENTS } from './agents-table.ts';

const RENTALS = Number(process.env.RENTALS ?? 1_000_000);
const AGENTS = Number(process.env.AGENTS ?? 100_000);
/** One in this many agents has no bank details and was not paid for three years. */
const UNPAID = Number(process.env.UNPAID ?? 10);
/** Postgres sessions of a report. */
const SESSIONS = 4;
/** The day after the last of three years of rentals. */
const NOW = new Date('2026-04-01T08:00:00.000Z');

/**
 * Three years: one in ten has no tracking number, one in fifty was cancelled, one in a hundred of these looks rebooked.
 * Paid up to the last month.
 */
const FILL_RENTALS = `
  insert into rm_incentives.incentives ("reservationNo", "agentId", "loyaltyTrackingNo", "promoCode", "promotionId", month, "invoiceNo",
    "invoiceDate", "firstInvoicedOn", "reservedOn", "marketSector", status, reason, "grossCents", "payeCents", "nettCents", "tkRevenueCents", "payeRate",
    "minimumRewardCents", "policyVersion", "decisionNo", "decidedAt")
  select 'R' || lpad(n::text, 9, '0'), case when number is null then null else agent end, number, 'CODE' || n % 40, 'promotion-' || n % 40,
    to_char(d, 'YYYY-MM'), 'INV' || n, to_char(d, 'YYYY-MM-DD'), to_char(d, 'YYYY-MM-DD'), to_char(d - 3, 'YYYY-MM-DD'), 'Leisure',
    case when n % 50 = 0 or number is null then 'Declined' when agent % $3::int <> 0 and d < date '2026-03-01' then 'Paid' else 'Earned' end,
    case when n % 50 = 0 then 'Cancelled' when number is null then 'NoTrackingNumber' end,
    g, g / 4, g - g / 4, g * 5, 0.25, 5000, 1, 1, to_char(d + time '09:00', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  from generate_series(1, $1::int) n, lateral (select (n - 1) / 11 % $2::int + 1 agent, date '2023-04-01' + (n::bigint * 7919 % 1095)::int d,
    5000 + (n * 31 % 9000) g) x, lateral (select case when n % 10 > 0 then 'FT' || lpad(agent::text, 8, '0') end number) y`;

/** The data that integrators sent for each rental, of realistic size. */
const FILL_FACTS = `
  insert into rm_rentals.rentals ("reservationNo", "integratorId", "loyaltyTrackingNo", status, reason, facts, decision, slot, "isSlippedIn",
    "firstRecordedAt", "lastRecordedAt", version)
  select "reservationNo", 'i1', "loyaltyTrackingNo", case status when 'Paid' then 'Earned' else status end, reason, case when reason = 'Cancelled'
    then json_build_array(invoice, json_build_object('type', 'CancellationRecorded', 'recordedAt', "decidedAt", 'revision', 2, 'cancelledOn', "invoiceDate"))
    else json_build_array(invoice) end, to_json(i), concat_ws(' ', "reservedOn", 'G' || n % 23, 'B' || n % 89), false, "decidedAt", "decidedAt", 1
  from rm_incentives.incentives i, lateral (select substr("reservationNo", 2)::int n) x, lateral (select json_build_object('type', 'InvoiceRecorded',
    'recordedAt', "decidedAt", 'revision', 0, 'eventId', gen_random_uuid(), 'integratorId', 'i1', 'reservationNo', "reservationNo", 'occurredAt', "decidedAt",
    'invoiceNo', "invoiceNo", 'invoiceDate', "invoiceDate", 'loyaltyTrackingNo', "loyaltyTrackingNo", 'marketSector', 'Leisure', 'tkRevenueCents', "tkRevenueCents",
    'reservation', json_build_object('promoCode', "promoCode", 'rateCode', 'RC1', 'vehicleGroup', 'B', 'pickupBranch', 'CPT', 'returnBranch', 'JNB', 'reservedOn', "reservedOn"),
    'rental', json_build_object('promoCode', "promoCode", 'rateCode', 'RC1', 'vehicleGroup', 'G' || n % 23, 'pickupBranch', 'B' || n % 89, 'returnBranch', 'JNB',
      'pickedUpOn', "reservedOn", 'returnedOn', "invoiceDate")) invoice) y`;

const FILL_BALANCES = `
  insert into rm_balances.balances ("agentId", "loyaltyTrackingNo", "earnedCents", "pendingCents", "paidCents", "expiredCents", "balanceCents",
    holds, "isMinimumWaived", "waivedRunIds")
  select "agentId", "loyaltyTrackingNo", earned, 0, paid, 0, earned, 0, false, '[]' from (select "agentId", "loyaltyTrackingNo",
    coalesce(sum("nettCents") filter (where status = 'Earned'), 0) earned, coalesce(sum("nettCents") filter (where status = 'Paid'), 0) paid
    from rm_incentives.incentives where "agentId" is not null group by 1, 2) x`;

const context: CommandContext = { actor: { kind: 'system', id: 'bench' }, now: NOW, correlationId: 'bench' };

/** Creates the accounts of unpaid agents, which are all that the reports read; returns their number. */
async function fillAccounts(db: pg.Pool, log: EventLog): Promise<number> {
  const { rows } = await db.query<{ agentId: number; rewards: RewardsAccountEvent['data'][] }>(
    `select "agentId", json_agg(json_build_object('agentId', "agentId", 'reservationNo', "reservationNo", 'decisionNo', 1, 'month', month,
       'promoCode', "promoCode", 'reason', null, 'on', "invoiceDate", 'before', null, 'after', json_build_object('status', 'Earned',
       'grossCents', "grossCents", 'payeCents', "payeCents", 'nettCents', "nettCents")) order by "invoiceDate") as rewards
     from rm_incentives.incentives where status = 'Earned' and "agentId" % $1 = 0 group by 1`,
    [UNPAID],
  );
  for (let start = 0; start < rows.length; start += 1000) {
    await log.append(
      rows.slice(start, start + 1000).map(({ agentId, rewards }) => ({
        stream: { streamId: accountStreamOf(agentId), revision: -1, lastHash: GENESIS },
        events: rewards.map((data) => ({ type: 'RewardPosted', data }) as RewardsAccountEvent),
        context,
      })),
    );
  }
  return rows.length;
}

/** Processor seconds of the reports' sessions; null if the system does not report them. */
async function secondsOf(making: pg.Pool): Promise<number | null> {
  const { rows } = await making.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'bench' and datname = current_database()`,
  );
  let ticks = 0;
  for (const { pid } of rows) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    if (stat === null) return null;
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    ticks += user + system;
  }
  return ticks / 100;
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100;

export async function measure(url: string): Promise<object> {
  const making = createPool(url, { applicationName: 'bench-fill', max: 4 });
  await migrateKeys(making);
  await migrateEventStore(making);
  await prepareReadModels(making, [agents, balances, incentives, rentals, tax] as never);
  const store = postgresEventStore({ db: making });
  const keys = await openKeyRing({ db: making, masterKeys: [masterKeyOf('a master key of a benchmark, of no value')] });
  const log = new EventLog({ store, keys, schemas: productSchemas });
  // Sessions used only by the report, so that their processor time is that of the report.
  const db = createPool(url, { applicationName: 'bench', max: SESSIONS });
  const looked = new EventLog({
    store: postgresEventStore({ db }),
    keys,
    schemas: productSchemas,
  });
  try {
    await handle(log, {
      decider: rewardPolicyDecider,
      streamId: REWARD_POLICY_STREAM,
      command: { type: 'OpenProgramme', terms: INITIAL_TERMS },
      context,
    });
    await making.query(FILL_RENTALS, [RENTALS, AGENTS, UNPAID]);
    await making.query(FILL_FACTS);
    await making.query(FILL_AGENTS, [AGENTS]);
    await making.query(
      `update rm_agents.agents set status = 'active', "employerConsent" = true, "bankName" = case when id % $1 = 0 then '' else 'Absa' end`,
      [UNPAID],
    );
    await making.query(FILL_BALANCES);
    const unpaid = await fillAccounts(making, log);
    await making.query('vacuum analyze');
    await Promise.all(
      Array.from({ length: SESSIONS }, () => db.query('set max_parallel_workers_per_gather = 0; select pg_sleep(0.2)')),
    );
    const reports: Record<string, () => Promise<unknown>> = {
      ageing: () => ageingNow({ db, log: looked }, NOW),
      forecast: () =>
        forecast(
          {
            db,
            log: new EventLog({
              store: postgresEventStore({ db }),
              keys,
              schemas: productSchemas,
            }),
          },
          NOW,
        ),
      bursts: () => bursts({ db, log: looked }, NOW),
      rebookings: () => rebookings({ db, log: looked }, NOW),
      invoicedTwice: () => invoicedTwice({ db, log: looked }, NOW),
    };
    const figures: Record<string, object> = {};
    for (const [name, report] of Object.entries(reports)) {
      await report();
      const own = process.cpuUsage();
      const before = await secondsOf(making);
      const began = performance.now();
      const found = await report();
      const after = await secondsOf(making);
      const { user, system } = process.cpuUsage(own);
      figures[name] = {
        ms: Math.round(performance.now() - began),
        postgresSeconds: before === null || after === null ? null : round(after - before),
        nodeSeconds: round((user + system) / 1e6),
        ...(Array.isArray(found) ? { found: found.length } : {}),
      };
    }
    return { bench: 'reports', rentals: RENTALS, agents: AGENTS, unpaid, ...figures };
  } finally {
    await store.close();
    await db.end();
    await making.end();
  }
}

/** Processor seconds of finance's reports over 100,000 agents and 1,000,000 rentals. */
export const bench = (): Promise<object> => inFreshDatabase(measure);
