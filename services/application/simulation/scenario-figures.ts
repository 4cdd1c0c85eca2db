import {
  payableWith,
  promotionReturns,
  type ScenarioTerms,
  untreatedPaye,
} from '@fynbos/projections/liability/scenario.ts';
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

const agentTotal = z.object({ agents: z.int(), cents: z.int() });
const rewardTotal = z.object({ rewards: z.int(), cents: z.int() });

/** What a simulation means for agents, payouts, expiry and promotions. Cents, nett unless named otherwise. */
export const scenarioFiguresSchema = z.object({
  gaining: agentTotal,
  losing: agentTotal,
  /** Rewards that expire in the scenario only, and those that expired and would not. */
  expiring: rewardTotal,
  notExpiring: rewardTotal,
  /** Balances with the correction of the scenario: payable now, below the minimum, and in the waiting period. */
  payable: agentTotal,
  belowMinimum: agentTotal,
  cooling: agentTotal,
  /** Agents with a tax country abroad and no treatment: by the policy, and as non-residents at the assumed rate. */
  untreated: z.object({ agents: z.int(), payeCents: z.int(), assumedPayeCents: z.int() }),
  /** By reward, largest first. */
  promotions: z.array(promotionReturn),
});
export type ScenarioFigures = z.output<typeof scenarioFiguresSchema>;

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
  const noLonger = `status = 'Expired' and "assumedStatus" <> 'Expired'`;
  const { rows } = await db.query(
    `select count(*) filter (where ${newly})::int as "expiring", coalesce(sum("nettCents") filter (where ${newly}), 0)::float8 as "expiringCents",
       count(*) filter (where ${noLonger})::int as "notExpiring", coalesce(sum("assumedNettCents") filter (where ${noLonger}), 0)::float8 as "notExpiringCents"
     from ${reservationsTable(schema)}`,
  );
  return rows[0];
}

/** The figures of a finished simulation under payout terms, as of an instant (U1). It records nothing. */
export async function scenarioFigures(
  db: pg.Pool,
  schema: string,
  terms: ScenarioTerms,
  at: Date,
): Promise<ScenarioFigures> {
  const tables = { agents: groupTable(schema, 'agent'), reservations: reservationsTable(schema) };
  const [nettChanges, expired, balances, untreated, promotions] = await Promise.all([
    movements(db, schema),
    expiries(db, schema),
    payableWith(db, tables, terms, at),
    untreatedPaye(db, tables, terms),
    promotionReturns<PromotionReturn>(db, tables),
  ]);
  return {
    gaining: { agents: nettChanges.gaining, cents: nettChanges.gained },
    losing: { agents: nettChanges.losing, cents: nettChanges.lost },
    expiring: { rewards: expired.expiring, cents: expired.expiringCents },
    notExpiring: { rewards: expired.notExpiring, cents: expired.notExpiringCents },
    ...balances,
    untreated,
    promotions,
  };
}
