import { DomainError } from '@fynbos/domain/errors.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import { rentalEvents } from '@fynbos/domain/rental/events.ts';
import { explain, RULES } from '@fynbos/domain/rental/explain.ts';
import {
  decisionStatuses,
  OPENING_BALANCE,
  reasonCodes,
  type ShownReason,
  shownReasons,
} from '@fynbos/domain/rental/reasons.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type IncentiveRow, incentives } from '@fynbos/projections/incentives/incentives.ts';
import { findIncentive, promotionOutcomes } from '@fynbos/projections/incentives/queries.ts';
import { findRental } from '@fynbos/projections/rentals/queries.ts';
import { type RentalRow, rentals } from '@fynbos/projections/rentals/rentals.ts';
import { z } from 'zod';
import { asOfOf, FOREVER, rowAsOf } from '../audit/as-of.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { equalTo } from '../lists/filters.ts';
import type { TableList } from '../lists/table-list.ts';
import { tableRoutes } from '../lists/table-routes.ts';

export const REWARD_LIST: TableList<IncentiveRow> = {
  table: readModelTable(incentives).name,
  key: 'reservationNo',
  filters: {
    id: { column: 'reservationNo', match: 'equals' },
    reservationNo: { column: 'reservationNo', match: 'equals', stored: (value) => value.trim() },
    // Exact numbers only: a search for parts needs a separate index (docs/decisions/0029).
    q: { column: 'reservationNo', match: 'names', others: ['loyaltyTrackingNo'], stored: (value) => value.trim() },
    agentId: { column: 'agentId', match: 'equals', type: 'number' },
    loyaltyTrackingNo: { column: 'loyaltyTrackingNo', match: 'equals' },
    promotionId: { column: 'promotionId', match: 'equals' },
    month: { column: 'invoiceDate', match: 'month', facet: 'month' },
    status: { column: 'status', match: 'equals' },
    reason: { column: 'reason', match: 'equals' },
    promoCode: { column: 'promoCode', match: 'equals', stored: (value) => value.trim().toUpperCase() },
    ...equalTo('text', 'invoiceNo', 'invoiceDate', 'reservedOn', 'marketSector'),
    ...equalTo('number', 'tkRevenueCents', 'grossCents', 'payeCents', 'nettCents'),
  },
  sorts: { invoiceDate: 'invoiceDate' },
  defaultSort: { field: 'invoiceDate', descending: true },
  facets: ['status', 'reason', 'month', 'promotionId'],
};

const tag = 'Rewards';
const reads = [incentives.name, rentals.name];

/**
 * Returns `fromEvents`, or the read model's row if the current state is requested while the event store is unavailable.
 */
async function orLive<Row>(at: Date | null, fromEvents: Promise<Row>, live: () => Promise<Row>): Promise<Row> {
  try {
    return await fromEvents;
  } catch (error) {
    if (at !== null || !(error instanceof StoreUnavailable)) throw error;
    return live();
  }
}

const rewardAnswer = z.object({
  id: z.string(),
  reservationNo: z.string(),
  integratorId: z.string(),
  loyaltyTrackingNo: z.string().nullable(),
  status: z.enum(decisionStatuses).nullable(),
  reason: z.enum(reasonCodes).nullable(),
  /** In recording order. The fields depend on the type. */
  facts: z.array(z.looseObject({ type: z.string(), recordedAt: z.string(), revision: z.int() })),
  decision: rentalEvents.RewardDecided.nullable(),
  slot: z.string().nullable(),
  isSlippedIn: z.boolean(),
  firstRecordedAt: z.string(),
  lastRecordedAt: z.string(),
  version: z.int(),
  /** The agent's opening balance contains the reward, so it is not owed again. */
  isCovered: z.boolean(),
  explanation: z.string(),
  rule: z.string().nullable(),
  /** Null without a decision, and while the event store is unavailable. */
  decisionEventId: z.string().nullable(),
});

const creditingDecision = z.object({
  agentId: z.int(),
  grossCents: z.int(),
  treatment: z.object({ kind: z.string(), rate: z.number() }),
  promoCode: z.string().nullable(),
  tkRevenueCents: z.int(),
  rate: z.number().nullable(),
  minimumRewardCents: z.int(),
  policyVersion: z.int(),
});

/** A record of `GET /admin/rewards`: the reward as it stands, and the newest decision (`decided…`). Amounts are cents. */
const rewardListed = z.object({
  id: z.string(),
  version: z.int(),
  reservationNo: z.string(),
  agentId: z.int().nullable(),
  loyaltyTrackingNo: z.string().nullable(),
  promoCode: z.string().nullable(),
  promotionId: z.string().nullable(),
  promotionVersion: z.int().nullable(),
  /** `2026-03`, of the invoice date. */
  month: z.string(),
  invoiceNo: z.string(),
  invoiceDate: z.iso.date(),
  firstInvoicedOn: z.iso.date(),
  reservedOn: z.iso.date(),
  marketSector: z.string(),
  status: z.enum([...decisionStatuses, 'Paid', 'Expired']),
  reason: z.enum(shownReasons).nullable(),
  grossCents: z.int(),
  payeCents: z.int(),
  nettCents: z.int(),
  tkRevenueCents: z.int(),
  rate: z.number().nullable(),
  treatment: z.string(),
  payeRate: z.number(),
  minimumRewardCents: z.int(),
  policyVersion: z.int(),
  decisionNo: z.int(),
  decidedAt: z.iso.datetime(),
  decidedStatus: z.enum(decisionStatuses),
  decidedReason: z.enum(reasonCodes).nullable(),
  decidedGrossCents: z.int(),
  decidedPayeCents: z.int(),
  /** How the reward ended in each account that it was credited to; null where it has not ended. */
  settlements: z
    .array(
      z.object({
        agentId: z.int(),
        as: z.enum(['Paid', 'Expired', 'Covered']),
        grossCents: z.int(),
        payeCents: z.int(),
        treatment: z.object({ kind: z.string(), rate: z.number() }).nullable(),
        runId: z.string().nullable(),
        decision: creditingDecision.nullable(),
      }),
    )
    .nullable(),
  /** Earlier decisions that a payment may refer to. */
  earlier: z.array(creditingDecision).nullable(),
  runId: z.string().nullable(),
  isHeldAfterPayment: z.boolean(),
});

const outcomeAnswer = z.object({
  status: z.string(),
  reason: z.string().nullable(),
  rentals: z.int(),
  grossCents: z.int(),
  nettCents: z.int(),
  tkRevenueCents: z.int(),
});

/** Rewards of all reservations, declined ones included, with their facts and decisions. */
export function rewardResource(services: Services): Route[] {
  const { log, pool } = services;

  /** Returns the id of a decision's event; null while the event store is unavailable. */
  const decisionEventIdOf = async (reservationNo: string, decisionNo: number): Promise<string | null> => {
    try {
      const { events } = await log.readStream(rentalStreamOf(reservationNo));
      return events.filter(({ type }) => type === 'RewardDecided')[decisionNo - 1]?.id ?? null;
    } catch (error) {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    }
  };

  const one = route({
    method: 'get',
    paths: ['/admin/rewards/{id}'],
    who: { admin: 'reports:see' },
    summary: 'Read a reservation with its facts and its decision, now or as of a moment',
    tag,
    reads,
    answer: rewardAnswer,
    handle: async ({ params, query }) => {
      const id = params.id as string;
      const at = asOfOf(query);
      const moment = at ?? FOREVER;
      const streams = [rentalStreamOf(id)];
      const rental = await orLive(at, rowAsOf<RentalRow>(log, rentals, streams, id, moment), () =>
        findRental(pool, id),
      );
      if (!rental) throw new DomainError('not-found', 'rental.unknown', 'There is no such reservation.');
      const { decision } = rental;
      if (decision?.agentId) streams.push(accountStreamOf(decision.agentId));
      const row = await orLive(at, rowAsOf<IncentiveRow>(log, incentives, streams, id, moment), () =>
        findIncentive(pool, id),
      );
      const isCovered = row?.reason === OPENING_BALANCE;
      const reason: ShownReason | null = isCovered ? OPENING_BALANCE : (decision?.reason ?? null);
      return {
        body: {
          ...rental,
          id,
          isCovered,
          explanation: decision
            ? explain({ ...decision, reason })
            : 'No decision yet: a reservation without an invoice has none.',
          rule: reason ? RULES[reason] : null,
          decisionEventId: decision && (await decisionEventIdOf(id, decision.decisionNo)),
        },
      };
    },
  });

  const performance = route({
    method: 'get',
    paths: ['/admin/promotions/{id}/performance'],
    who: { admin: 'promotions:see' },
    summary: 'Count the rentals of a promotion and sum their rewards, by status and reason',
    tag,
    reads: [incentives.name],
    answer: z.array(outcomeAnswer),
    handle: async ({ params }) => ({ body: await promotionOutcomes(pool, params.id as string) }),
  });

  return [
    ...tableRoutes<IncentiveRow>(services, {
      resource: 'rewards',
      permission: 'reports:see',
      tag,
      summary: 'Rewards by reservation',
      reads: [incentives.name],
      list: REWARD_LIST,
      record: (row) => ({ id: row.reservationNo, version: row.decisionNo, ...row }),
      answer: rewardListed,
      columns: [
        { heading: 'reservationNo', cell: ({ reservationNo }) => reservationNo },
        { heading: 'loyaltyTrackingNo', cell: ({ loyaltyTrackingNo }) => loyaltyTrackingNo },
        { heading: 'promoCode', cell: ({ promoCode }) => promoCode },
        { heading: 'month', cell: ({ month }) => month },
        { heading: 'invoiceDate', cell: ({ invoiceDate }) => invoiceDate },
        { heading: 'status', cell: ({ status }) => status },
        { heading: 'reason', cell: ({ reason }) => reason },
        { heading: 'gross', cell: ({ grossCents }) => Number(plainRand(grossCents)) },
        { heading: 'paye', cell: ({ payeCents }) => Number(plainRand(payeCents)) },
        { heading: 'nett', cell: ({ nettCents }) => Number(plainRand(nettCents)) },
      ],
    }),
    performance,
    one,
  ];
}
