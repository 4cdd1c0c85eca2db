import { dayOf } from '@fynbos/domain/calendar.ts';
import { AGE_BUCKETS, STANDINGS } from '@fynbos/domain/ledger/owed.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import type { TableOf } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { type OwedSums, owedByStanding, owedByStandingRow, owedSums } from '@fynbos/projections/liability/owed.ts';
import { LIVE_TABLES, type OwedTables } from '@fynbos/projections/liability/tables.ts';
import { z } from 'zod';
import { withTablesAsOf } from '../as-of.ts';
import { termsAt } from '../reward-policy/current-policy.ts';
import type { Stores } from '../services.ts';

/** Balances owed on a day by age, and by the reason that delays their payment. Cents nett. */
export const ageing = z.object({
  on: z.iso.date(),
  rows: z.array(owedByStandingRow.extend({ text: z.string() })),
  totals: owedSums,
});
export type Ageing = z.output<typeof ageing>;

const SUMMED_FIELDS = ['agents', 'balanceCents', ...AGE_BUCKETS.map(({ bucket }) => bucket)] as const;
const STANDING_ORDER = Object.keys(STANDINGS);

async function ageingFrom({ db, log }: Stores, at: Date, tables: OwedTables): Promise<Ageing> {
  const rows = await owedByStanding(db, tables, at, await termsAt(log, at));
  const sorted = rows.sort((a, b) => STANDING_ORDER.indexOf(a.standing) - STANDING_ORDER.indexOf(b.standing));
  const sum = (field: keyof OwedSums): number => sorted.reduce((total, row) => total + row[field], 0);
  return {
    on: dayOf(at),
    rows: sorted.map((row) => ({ ...row, text: STANDINGS[row.standing] })),
    totals: Object.fromEntries(SUMMED_FIELDS.map((field) => [field, sum(field)])) as Record<keyof OwedSums, number>,
  };
}

export const ageingNow = (services: Stores, now: Date): Promise<Ageing> => ageingFrom(services, now, LIVE_TABLES);

export const AGEING_MODELS = [balances, incentives, agents] as const;

export const ageingIn = (services: Stores, at: Date, tableOf: TableOf): Promise<Ageing> =>
  ageingFrom(services, at, { balances: tableOf(balances), incentives: tableOf(incentives), agents: tableOf(agents) });

/** The ageing as of an instant, from the events recorded by then. Null if `signal` stopped the fold. */
export const ageingAsOf = (services: Stores, at: Date, signal: AbortSignal): Promise<Ageing | null> =>
  withTablesAsOf(services, AGEING_MODELS, { at, signal }, (tableOf) => ageingIn(services, at, tableOf));
