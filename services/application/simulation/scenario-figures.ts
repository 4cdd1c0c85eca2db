import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import { HOME } from '@fynbos/domain/country/countries.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { LIVE_TABLES } from '@fynbos/projections/liability/owed.ts';
import type pg from 'pg';
import { z } from 'zod';
import { groupTable, reservationsTable } from './scratch.ts';

/** Revenue and reward of a promotion in a scenario. Cents. */
export const promotionReturn = z.object({
  promotionId: z.string().nullable(),
  promoCode: z.string().nullable(),
  /** Rentals with a reward in the scenario. */
  rentals: z.int(),
  /** Time-and-kilometre revenue of these rentals. */
  revenueCents: z.int(),
  rewardCents: z.int(),
  rewardNowCents: z.int(),
});
export type PromotionReturn = z.output<typeof promotionReturn>;

const agentsMoved = z.object({ agents: z.int(), cents: z.int() });
const rewardsMoved = z.object({ rewards: z.int(), cents: z.int() });

/** What a simulation means for agents, payouts, expiry and promotions. Cents, nett unless named otherwise. */
export const scenarioFiguresShape = z.object({
  gaining: agentsMoved,
  losing: agentsMoved,
  /** Rewards that expire in the scenario only, and those that expired and would not. */
  expiring: rewardsMoved,
  notExpiring: rewardsMoved,
  /** Balances with the correction of the scenario: payable now, below the minimum, and in the waiting period. */
  payable: agentsMoved,
  belowMinimum: agentsMoved,
  cooling: agentsMoved,
  /**
   * PAYE of unpaid rewards of agents with a tax country abroad and no recorded treatment: by the policy, and as
   * non-residents at the assumed rate.
   */
  untreated: z.object({ agents: z.int(), payeCents: z.int(), assumedPayeCents: z.int() }),
  /** By reward, largest first. */
  promotions: z.array(promotionReturn),
});
export type ScenarioFigures = z.output<typeof scenarioFiguresShape>;

interface PayoutTerms {
  readonly payoutMinimumCents: number;
  readonly coolingHours: number;
  /** A fraction; null where none is assumed. */
  readonly nonResidentRate: number | null;
}

async function movements(db: pg.Pool, schema: string) {
  const { rows } = await db.query(
    `select count(*) filter (where d > 0)::int as "gaining", coalesce(sum(d) filter (where d > 0), 0)::float8 as "gained",
       count(*) filter (where d < 0)::int as "losing", coalesce(sum(d) filter (where d < 0), 0)::float8 as "lost"
     from (select "assumedNettCents" - "nettCents" as d from ${groupTable(schema, 'agent')}) as by_agent`,
  );
  return rows[0];
}

async function expiries(db: pg.Pool, schema: string) {
  const newly = `"assumedStatus" = 'Expired' and status <> 'Expired'`;
  const no = `status = 'Expired' and "assumedStatus" <> 'Expired'`;
  const { rows } = await db.query(
    `select count(*) filter (where ${newly})::int as "expiring", coalesce(sum("nettCents") filter (where ${newly}), 0)::float8 as "expiringCents",
       count(*) filter (where ${no})::int as "notExpiring", coalesce(sum("assumedNettCents") filter (where ${no}), 0)::float8 as "notExpiringCents"
     from ${reservationsTable(schema)}`,
  );
  return rows[0];
}

/** Balances of active agents without a hold, with the scenario's correction, against its payout terms. */
async function payable(db: pg.Pool, schema: string, { payoutMinimumCents, coolingHours }: PayoutTerms, at: Date) {
  const { rows } = await db.query(
    `with owed as (
       select b."balanceCents" + coalesce(c."correctionNettCents", 0) as cents, b."isMinimumWaived" as waived, coalesce(a."bankChangedAt", '') > $2 as cooling
       from ${LIVE_TABLES.balances} b join ${LIVE_TABLES.agents} a on a.id = b."agentId"
         left join ${groupTable(schema, 'agent')} c on c."agentId" = b."agentId"
       where b.holds = 0 and a.status = 'active'
     ), sorted as (
       select cents, case when cents < $1 and not waived then 'belowMinimum' when cooling then 'cooling' else 'payable' end as kind from owed where cents > 0
     )
     select kind, count(*)::int as agents, sum(cents)::float8 as cents from sorted group by kind`,
    [payoutMinimumCents, new Date(at.getTime() - coolingHours * HOUR_MS).toISOString()],
  );
  const of = (kind: string) => {
    const row = rows.find((each) => each.kind === kind);
    return { agents: row?.agents ?? 0, cents: row?.cents ?? 0 };
  };
  return { payable: of('payable'), belowMinimum: of('belowMinimum'), cooling: of('cooling') };
}

async function untreated(db: pg.Pool, schema: string, { nonResidentRate }: PayoutTerms) {
  const { rows } = await db.query<ScenarioFigures['untreated']>(
    `select count(distinct s."agentId")::int as agents, coalesce(sum(s."assumedPayeCents"), 0)::float8 as "payeCents",
       coalesce(sum(coalesce(floor(s."assumedGrossCents" * $1::numeric + 0.5), s."assumedPayeCents")), 0)::float8 as "assumedPayeCents"
     from ${reservationsTable(schema)} s join ${LIVE_TABLES.agents} a on a.id = s."agentId"
     where s."assumedStatus" = 'Earned' and a."taxCountry" not in ('', $2) and a."treatedFrom" is null`,
    [nonResidentRate, HOME],
  );
  return rows[0] ?? { agents: 0, payeCents: 0, assumedPayeCents: 0 };
}

async function returns(db: pg.Pool, schema: string): Promise<PromotionReturn[]> {
  const { rows } = await db.query<PromotionReturn>(
    `select s."promotionId", max(s."promoCode") as "promoCode",
       count(*) filter (where s."assumedGrossCents" > 0)::int as rentals,
       coalesce(sum(i."tkRevenueCents") filter (where s."assumedGrossCents" > 0), 0)::float8 as "revenueCents",
       sum(s."assumedGrossCents")::float8 as "rewardCents", sum(s."grossCents")::float8 as "rewardNowCents"
     from ${reservationsTable(schema)} s join ${readModelTable(incentives).sql} i on i."reservationNo" = s."reservationNo"
     group by 1 having sum(s."assumedGrossCents") <> 0 or sum(s."grossCents") <> 0 order by 5 desc, 2`,
  );
  return rows;
}

/** The figures of a finished simulation under payout terms, as of an instant (U1). It records nothing. */
export async function scenarioFigures(
  db: pg.Pool,
  schema: string,
  terms: PayoutTerms,
  at: Date,
): Promise<ScenarioFigures> {
  const [moved, expired, balances, abroad, promotions] = await Promise.all([
    movements(db, schema),
    expiries(db, schema),
    payable(db, schema, terms, at),
    untreated(db, schema, terms),
    returns(db, schema),
  ]);
  return {
    gaining: { agents: moved.gaining, cents: moved.gained },
    losing: { agents: moved.losing, cents: moved.lost },
    expiring: { rewards: expired.expiring, cents: expired.expiringCents },
    notExpiring: { rewards: expired.notExpiring, cents: expired.notExpiringCents },
    ...balances,
    untreated: abroad,
    promotions,
  };
}
