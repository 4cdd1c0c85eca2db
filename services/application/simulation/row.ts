import { type Day, monthOf } from '@fynbos/domain/calendar.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import type { ShownReason } from '@fynbos/domain/rental/reasons.ts';
import type { Amounts } from '@fynbos/domain/rewards-account/events.ts';
import type { RewardOutcome } from '@fynbos/domain/simulation/simulate-reward.ts';
import type { TableSpec } from '@fynbos/projections/engine/projection.ts';

/** A reservation as recorded, as simulated, and the correction between them. Cents. */
export interface SimulationRow {
  readonly reservationNo: string;
  readonly agentId: number;
  readonly loyaltyTrackingNo: string | null;
  readonly promotionId: string | null;
  readonly promoCode: string | null;
  readonly month: string;
  readonly invoiceDate: Day;
  readonly status: string;
  readonly reason: string | null;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
  readonly assumedStatus: string;
  readonly assumedReason: string | null;
  readonly assumedGrossCents: number;
  readonly assumedPayeCents: number;
  readonly assumedNettCents: number;
  readonly correctionGrossCents: number;
  readonly correctionPayeCents: number;
  readonly correctionNettCents: number;
}

export const simulationTable: TableSpec<SimulationRow> = {
  columns: {
    reservationNo: 'text collate "C"',
    agentId: 'integer',
    loyaltyTrackingNo: 'text',
    promotionId: 'text',
    promoCode: 'text',
    month: 'text',
    invoiceDate: 'text',
    status: 'text',
    reason: 'text',
    grossCents: 'bigint',
    payeCents: 'bigint',
    nettCents: 'bigint',
    assumedStatus: 'text',
    assumedReason: 'text',
    assumedGrossCents: 'bigint',
    assumedPayeCents: 'bigint',
    assumedNettCents: 'bigint',
    correctionGrossCents: 'bigint',
    correctionPayeCents: 'bigint',
    correctionNettCents: 'bigint',
  },
  primaryKey: 'reservationNo',
};

/** The row of a reservation of `agentId`. */
export const rowOf = (
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
