import { load } from '@fynbos/application/handle.ts';
import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import {
  policyOn,
  REWARD_POLICY_STREAM,
  type RewardPolicy,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { scratchTable } from '@fynbos/projections/engine/read-model.ts';
import { dropScratch, replay } from '@fynbos/projections/engine/replay.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import type pg from 'pg';
import { csvLines } from '../reports/csv.ts';
import {
  AGES,
  type AgeBucket,
  LIVE_TABLES,
  type PositionTables,
  positionsSql,
  positionValues,
  STANDINGS,
  type Standing,
} from './positions.ts';

type Sums = Readonly<Record<AgeBucket, number>> & { readonly agents: number; readonly balanceCents: number };

/** What is owed on a day: by age, and by what stands in the way of its payment. Cents nett. */
export interface Ageing {
  readonly on: Day;
  readonly rows: readonly (Sums & { readonly standing: Standing; readonly text: string })[];
  readonly totals: Sums;
}

export interface LiabilityParts {
  readonly pool: pg.Pool;
  readonly log: EventLog;
}

const sumOf = (rows: readonly Sums[], field: keyof Sums): number => rows.reduce((sum, row) => sum + row[field], 0);

/** The reward policy with all its versions, planned ones too. */
export const policyOf = async (log: EventLog): Promise<RewardPolicy> =>
  (await load(log, rewardPolicyDecider, REWARD_POLICY_STREAM, { personal: false })).state;

/** The terms of the policy in force on the day of an instant. Throws a 409 where there is no policy. */
export const termsAt = async (log: EventLog, at: Date) => policyOn(await policyOf(log), dayOf(at)).terms;

/** The ageing at an instant, from tables of that instant. */
export async function ageingFrom({ pool, log }: LiabilityParts, at: Date, tables: PositionTables): Promise<Ageing> {
  const sums = AGES.map(({ bucket }) => `sum(${bucket})::float8 as "${bucket}"`).join(', ');
  const { rows } = await pool.query<Sums & { standing: Standing }>(
    `${positionsSql(tables)} select standing, count(*)::int as agents, sum("balanceCents")::float8 as "balanceCents", ${sums}
     from positions group by standing`,
    positionValues(at, await termsAt(log, at)),
  );
  const order = Object.keys(STANDINGS);
  const sorted = [...rows].sort((a, b) => order.indexOf(a.standing) - order.indexOf(b.standing));
  const fields = ['agents', 'balanceCents', ...AGES.map(({ bucket }) => bucket)] as const;
  return {
    on: dayOf(at),
    rows: sorted.map((row) => ({ ...row, text: STANDINGS[row.standing] })),
    totals: Object.fromEntries(fields.map((field) => [field, sumOf(rows, field)])) as unknown as Sums,
  };
}

/**
 * The ageing now, or as the books stood at an instant: balances, rewards and agents are then built anew from the events
 * recorded by it. Null where `signal` ended that.
 */
export async function ageing(
  parts: LiabilityParts,
  at: Date,
  isPast: boolean,
  signal: AbortSignal,
): Promise<Ageing | null> {
  if (!isPast) return ageingFrom(parts, at, LIVE_TABLES);
  const { pool, log } = parts;
  const wanted = [balances, incentives, agents] as never;
  const built = await replay({ db: pool, store: log.store, decoder: decoderOf(log) }, wanted, {
    asOf: at.toISOString(),
    signal,
  });
  try {
    const [first, second, third] = built.map(({ schema }) => schema);
    if (!first || !second || !third) return null;
    return await ageingFrom(parts, at, {
      balances: scratchTable(balances, first).sql,
      incentives: scratchTable(incentives, second).sql,
      agents: scratchTable(agents, third).sql,
    });
  } finally {
    for (const each of built) if (each.schema) await dropScratch(pool, each);
  }
}

/** The ageing as CSV, Rand with two decimals, with a line of totals. */
export const ageingCsv = ({ rows, totals }: Ageing): string =>
  csvLines([
    ['standing', 'agents', ...AGES.map(({ label }) => label), 'owed'],
    ...[...rows, { ...totals, standing: 'Total' }].map((row) => [
      row.standing,
      String(row.agents),
      ...AGES.map(({ bucket }) => plainRand(row[bucket])),
      plainRand(row.balanceCents),
    ]),
  ]);
