import { AFTER_EVERY_EVENT, rowAsOf } from '@fynbos/application/as-of.ts';
import { loadPromotion } from '@fynbos/application/promotions/manage-promotions.ts';
import { decisionEventId } from '@fynbos/application/rentals/lookups.ts';
import { amountsOnly } from '@fynbos/domain/amounts.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { OPENING_BALANCE, type ShownReason } from '@fynbos/domain/rental/reasons.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { explain, RULES } from '@fynbos/domain/wording/explain-reward.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { explanationOf } from '@fynbos/projections/incentives/explanation.ts';
import {
  displayedSettlement,
  displayedTreatment,
  type IncentiveRow,
  incentives,
} from '@fynbos/projections/incentives/incentives.ts';
import { findIncentive, promotionOutcomes } from '@fynbos/projections/incentives/queries.ts';
import { findRental } from '@fynbos/projections/rentals/queries.ts';
import { type RentalRow, rentals } from '@fynbos/projections/rentals/rentals.ts';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { amountColumns, fieldColumns } from '../lists/export.ts';
import { equalTo, sameAs } from '../lists/filters.ts';
import { asOfOf } from '../lists/list-request.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';
import { outcomeAnswer, rewardAnswer, rewardListed } from './answers.ts';

export const REWARD_LIST: TableList<IncentiveRow> = {
  table: readModelTable(incentives).name,
  key: 'reservationNo',
  filters: {
    ...equalTo('text', 'loyaltyTrackingNo', 'promotionId', 'status', 'reason', 'invoiceDate', 'reservedOn'),
    ...sameAs('invoiceNo', 'marketSector'),
    ...equalTo('number', 'agentId', 'tkRevenueCents', 'grossCents', 'payeCents', 'nettCents'),
    id: { column: 'reservationNo', match: 'equals' },
    reservationNo: { column: 'reservationNo', match: 'equals', stored: (value) => value.trim() },
    // Exact numbers only: a search for parts needs a separate index (docs/decisions/0029).
    q: { column: 'reservationNo', match: 'names', others: ['loyaltyTrackingNo'], stored: (value) => value.trim() },
    month: { column: 'invoiceDate', match: 'month', facet: 'month' },
    promoCode: { column: 'promoCode', match: 'equals', stored: (value) => value.trim().toUpperCase() },
  },
  sorts: { invoiceDate: 'invoiceDate' },
  defaultSort: { field: 'invoiceDate', descending: true },
  facets: ['status', 'reason', 'month', 'promotionId'],
};

const reads = [incentives.name, rentals.name];

/** The read model's row if the current state is requested while the event store is unavailable. */
async function fallBackToLiveRow<Row>(
  at: Date | null,
  fromEvents: Promise<Row>,
  live: () => Promise<Row>,
): Promise<Row> {
  try {
    return await fromEvents;
  } catch (error) {
    if (at !== null || !(error instanceof StoreUnavailable)) throw error;
    return live();
  }
}

/** Explains the amount that was paid or expired, otherwise the decision. */
function explanationShown(row: IncentiveRow | null, decision: RentalRow['decision'], reason: ShownReason | null) {
  if (!decision) return 'No decision yet: a reservation without an invoice has none.';
  const settled = row && displayedSettlement(row);
  return row && settled && settled.as !== 'Covered' ? explanationOf(row) : explain({ ...decision, reason });
}

const show = route.get('/admin/rewards/{id}', {
  who: { admin: 'reports:see' },
  summary: 'Get a reservation with its facts and its decision, now or as of an instant',
  reads,
  answer: rewardAnswer,
  handle: async ({ params: { id }, query }, services) => {
    const at = asOfOf(query);
    const moment = at ?? AFTER_EVERY_EVENT;
    const streams = [rentalStreamOf(id)];
    const rental = await fallBackToLiveRow(
      at,
      rowAsOf<RentalRow>(services.log, rentals, { streamIds: streams, key: id, at: moment }),
      () => findRental(services.db, id),
    );
    if (!rental) throw new DomainError('not-found', 'rental.unknown', 'Reservation not found.');
    const { decision } = rental;
    if (decision?.agentId) streams.push(accountStreamOf(decision.agentId));
    const row = await fallBackToLiveRow(
      at,
      rowAsOf<IncentiveRow>(services.log, incentives, { streamIds: streams, key: id, at: moment }),
      () => findIncentive(services.db, id),
    );
    const isCovered = row?.reason === OPENING_BALANCE;
    const reason: ShownReason | null = isCovered ? OPENING_BALANCE : (decision?.reason ?? null);
    const settled = row && displayedSettlement(row);
    return {
      body: {
        ...rental,
        id,
        isCovered,
        settled:
          row && settled && settled.as !== 'Covered'
            ? { as: settled.as, ...amountsOnly(row), rate: displayedTreatment(row).rate, runId: settled.runId }
            : null,
        explanation: explanationShown(row, decision, reason),
        rule: reason ? RULES[reason] : null,
        decisionEventId: decision && (await decisionEventId(services, id, decision.decisionNo)),
      },
    };
  },
});

const performance = route.get('/admin/promotions/{id}/performance', {
  who: { admin: 'promotions:see' },
  summary: 'Count the rentals of a promotion and sum their rewards, by status and reason',
  reads: [incentives.name],
  answer: z.array(outcomeAnswer),
  handle: async ({ params }, { log, db }) => {
    await loadPromotion(log, params.id);
    return { body: await promotionOutcomes(db, params.id) };
  },
});

/** Rewards of all reservations, declined ones included, with their facts and decisions. */
export const rewardRoutes = tagged('Rewards', [
  ...tableRoutes({
    resource: 'rewards',
    permission: 'reports:see',
    summary: 'List rewards by reservation',
    projection: incentives,
    list: REWARD_LIST,
    records: (rows) => rows.map((row) => ({ id: row.reservationNo, version: row.decisionNo, ...row })),
    answer: rewardListed,
    columns: [
      ...fieldColumns('reservationNo', 'loyaltyTrackingNo', 'promoCode', 'month', 'invoiceDate', 'status', 'reason'),
      ...amountColumns('gross', 'paye', 'nett'),
    ],
  }),
  performance,
  show,
]);
