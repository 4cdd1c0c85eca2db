import { HOUR_MS, instantAfter } from '@fynbos/domain/calendar.ts';
import { HOME } from '@fynbos/domain/country/countries.ts';
import type { Pool } from 'pg';
import { rowsOf } from '../engine/read-model.ts';
import { LIVE_TABLES } from './tables.ts';

/** The tables of a simulation's result, for SQL: its sums by agent, and its reservations. */
export interface ScenarioTables {
  readonly agents: string;
  readonly reservations: string;
}

/** Payout terms of a scenario. */
export interface ScenarioTerms {
  readonly payoutMinimumCents: number;
  readonly coolingHours: number;
  /** A fraction; null where none is assumed. */
  readonly nonResidentRate: number | null;
}

/** Balances of active agents without a hold, with the scenario's correction, against its payout terms. */
export async function payableWith(
  db: Pool,
  tables: ScenarioTables,
  { payoutMinimumCents, coolingHours }: ScenarioTerms,
  at: Date,
) {
  const { rows } = await db.query(
    `with owed as (
       select b."balanceCents" + coalesce(c."correctionNettCents", 0) as cents, b."isMinimumWaived" as waived, coalesce(a."bankChangedAt", '') > $2 as cooling
       from ${LIVE_TABLES.balances} b join ${LIVE_TABLES.agents} a on a.id = b."agentId"
         left join ${tables.agents} c on c."agentId" = b."agentId"
       where b.holds = 0 and a.status = 'active'
     ), sorted as (
       select cents, case when cents < $1 and not waived then 'belowMinimum' when cooling then 'cooling' else 'payable' end as kind from owed where cents > 0
     )
     select kind, count(*)::int as agents, sum(cents)::float8 as cents from sorted group by kind`,
    [payoutMinimumCents, instantAfter(at, -coolingHours * HOUR_MS)],
  );
  const balancesOf = (kind: string) => {
    const row = rows.find((each) => each.kind === kind);
    return { agents: row?.agents ?? 0, cents: row?.cents ?? 0 };
  };
  return {
    payable: balancesOf('payable'),
    belowMinimum: balancesOf('belowMinimum'),
    cooling: balancesOf('cooling'),
  };
}

/** Earned rewards of agents with a tax country abroad and no treatment, as simulated and at the assumed rate. */
export async function untreatedPaye(db: Pool, tables: ScenarioTables, { nonResidentRate }: ScenarioTerms) {
  const { rows } = await db.query<{ agents: number; payeCents: number; assumedPayeCents: number }>(
    `select count(distinct s."agentId")::int as agents, coalesce(sum(s."assumedPayeCents"), 0)::float8 as "payeCents",
       coalesce(sum(coalesce(floor(s."assumedGrossCents" * $1::numeric + 0.5), s."assumedPayeCents")), 0)::float8 as "assumedPayeCents"
     from ${tables.reservations} s join ${LIVE_TABLES.agents} a on a.id = s."agentId"
     where s."assumedStatus" = 'Earned' and a."taxCountry" not in ('', $2) and a."treatedFrom" is null`,
    [nonResidentRate, HOME],
  );
  return rows[0] ?? { agents: 0, payeCents: 0, assumedPayeCents: 0 };
}

/** Revenue and reward of each promotion with a reward, now or in the scenario; the largest reward first. */
export const promotionReturns = <Row>(db: Pool, tables: ScenarioTables): Promise<Row[]> =>
  rowsOf(
    db,
    `select s."promotionId", max(s."promoCode") as "promoCode",
       count(*) filter (where s."assumedGrossCents" > 0)::int as rentals,
       coalesce(sum(i."tkRevenueCents") filter (where s."assumedGrossCents" > 0), 0)::float8 as "revenueCents",
       sum(s."assumedGrossCents")::float8 as "rewardCents", sum(s."grossCents")::float8 as "rewardNowCents"
     from ${tables.reservations} s join ${LIVE_TABLES.incentives} i on i."reservationNo" = s."reservationNo"
     group by 1 having sum(s."assumedGrossCents") <> 0 or sum(s."grossCents") <> 0 order by 5 desc, 2`,
  );
