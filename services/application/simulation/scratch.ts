import type { Amounts } from '@fynbos/domain/amounts.ts';
import { monthOf } from '@fynbos/domain/calendar.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import type { ShownReason } from '@fynbos/domain/rental/reasons.ts';
import type { RewardOutcome } from '@fynbos/domain/simulation/simulate-reward.ts';
import { keyText } from '@fynbos/projections/engine/columns.ts';
import { defineProjection } from '@fynbos/projections/engine/projection.ts';
import { type ProjectionInstance, qualifiedTable, quoted } from '@fynbos/projections/engine/projection-instance.ts';
import { copyRows } from '@fynbos/projections/engine/rebuild/copy-rows.ts';
import { createTable } from '@fynbos/projections/engine/schema.ts';
import type { Row } from '@fynbos/projections/engine/table.ts';
import type pg from 'pg';
import { z } from 'zod';
import type { SimulationTotals } from './simulation-store.ts';

/** A reservation as recorded, as simulated, and the correction between them. Cents. */
const simulationRow = z.object({
  reservationNo: keyText,
  agentId: z.int32(),
  loyaltyTrackingNo: z.string().nullable(),
  promotionId: z.string().nullable(),
  promoCode: z.string().nullable(),
  month: z.string(),
  invoiceDate: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  grossCents: z.int(),
  payeCents: z.int(),
  nettCents: z.int(),
  assumedStatus: z.string(),
  assumedReason: z.string().nullable(),
  assumedGrossCents: z.int(),
  assumedPayeCents: z.int(),
  assumedNettCents: z.int(),
  correctionGrossCents: z.int(),
  correctionPayeCents: z.int(),
  correctionNettCents: z.int(),
});
export type SimulationRow = Readonly<z.output<typeof simulationRow>>;

/** The row of a reservation of `agentId`. */
export const scratchRowOf = (
  agentId: number,
  decision: Decision,
  reasons: { readonly now: ShownReason | null; readonly assumed: ShownReason | null },
  { now, assumed, correction }: { now: RewardOutcome; assumed: RewardOutcome; correction: Amounts },
): SimulationRow => ({
  reservationNo: decision.reservationNo,
  agentId,
  loyaltyTrackingNo: decision.loyaltyTrackingNo,
  promotionId: decision.promotionId,
  promoCode: decision.promoCode,
  month: monthOf(decision.invoiceDate),
  invoiceDate: decision.invoiceDate,
  status: now.status,
  reason: reasons.now,
  grossCents: now.grossCents,
  payeCents: now.payeCents,
  nettCents: now.nettCents,
  assumedStatus: assumed.status,
  assumedReason: reasons.assumed,
  assumedGrossCents: assumed.grossCents,
  assumedPayeCents: assumed.payeCents,
  assumedNettCents: assumed.nettCents,
  correctionGrossCents: correction.grossCents,
  correctionPayeCents: correction.payeCents,
  correctionNettCents: correction.nettCents,
});

const projection = defineProjection<SimulationRow>({
  name: 'reservations',
  version: 1,
  row: simulationRow,
  primaryKey: 'reservationNo',
  keys: () => [],
  handlers: {},
});
const instanceIn = (schema: string): ProjectionInstance => ({ projection, id: schema, schema });

export const schemaOfSimulation = (id: string): string => `whatif_${id}`;

/** The table of a simulation's reservations, for SQL. */
export const reservationsTable = (schema: string): string => qualifiedTable(instanceIn(schema));

/** The groupings of a result, and the columns that identify a group. */
export const SIMULATION_GROUPINGS = {
  agent: ['agentId', 'loyaltyTrackingNo'],
  promotion: ['promotionId', 'promoCode'],
  month: ['month'],
} as const;
export type SimulationGrouping = keyof typeof SIMULATION_GROUPINGS;

/** The table of a simulation's sums by agent, promotion or month, for SQL. */
export const groupTable = (schema: string, by: SimulationGrouping): string => `${quoted(schema)}.${quoted(`by-${by}`)}`;

/** The columns with amounts, cents. */
export const AMOUNT_COLUMNS = [
  'grossCents',
  'payeCents',
  'nettCents',
  'assumedGrossCents',
  'assumedPayeCents',
  'assumedNettCents',
  'correctionGrossCents',
  'correctionPayeCents',
  'correctionNettCents',
] as const;
const AMOUNT_SUMS_SQL = AMOUNT_COLUMNS.map(
  (name) => `coalesce(sum(${quoted(name)}), 0)::bigint as ${quoted(name)}`,
).join(', ');
const IS_CORRECTED_SQL = '("correctionGrossCents" <> 0 or "correctionPayeCents" <> 0)';

export async function makeScratch(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(
    `drop schema if exists ${quoted(schema)} cascade; create schema ${quoted(schema)}; ${createTable(instanceIn(schema))}`,
  );
}

/** Adds reservations, each once. */
export const addRows = (client: pg.ClientBase, schema: string, rows: readonly SimulationRow[]): Promise<void> =>
  copyRows(client, instanceIn(schema), rows as unknown as readonly Row[]);

/** Sums the reservations by agent, by promotion, by month, and in total. */
export async function sumUp(client: pg.ClientBase, schema: string): Promise<SimulationTotals> {
  const table = reservationsTable(schema);
  for (const [by, columns] of Object.entries(SIMULATION_GROUPINGS)) {
    const [key, ...names] = columns;
    const named = names.map((name) => `max(${quoted(name)}) as ${quoted(name)}, `).join('');
    await client.query(
      `create table ${groupTable(schema, by as SimulationGrouping)} as
         select ${quoted(key)}, ${named} count(*)::int as reservations,
           count(*) filter (where ${IS_CORRECTED_SQL})::int as corrected, ${AMOUNT_SUMS_SQL}
         from ${table} group by ${quoted(key)}`,
    );
  }
  await client.query(`create index on ${table} ("agentId"); analyze ${table}`);
  const { rows } = await client.query(
    `select count(*)::int as reservations, count(distinct "agentId")::int as agents, ${AMOUNT_SUMS_SQL},
       count(*) filter (where ${IS_CORRECTED_SQL})::int as corrected,
       count(distinct "agentId") filter (where ${IS_CORRECTED_SQL})::int as "correctedAgents" from ${table}`,
  );
  const { corrected, correctedAgents, correctionGrossCents, correctionPayeCents, correctionNettCents, ...sums } =
    rows[0];
  return {
    ...sums,
    correction: {
      reservations: corrected,
      agents: correctedAgents,
      grossCents: correctionGrossCents,
      payeCents: correctionPayeCents,
      nettCents: correctionNettCents,
    },
  };
}
