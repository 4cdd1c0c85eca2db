import { DomainError } from '@fynbos/domain/errors.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import { explain, RULES } from '@fynbos/domain/rental/explain.ts';
import { OPENING_BALANCE, type ShownReason } from '@fynbos/domain/rental/reasons.ts';
import { accountStreamOf } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { type IncentiveRow, incentives } from '@fynbos/projections/incentives/incentives.ts';
import { type RentalRow, rentals } from '@fynbos/projections/rentals/rentals.ts';
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
    // Either number whole: parts of them would want an index for each million of rows (docs/decisions/0029).
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
const table = readModelTable(incentives).sql;

/** A row at a moment (null: now), folded from the events; of now, while the event store is away, as the read model has it. */
async function rowAt<Row extends object>(
  { log, pool }: Services,
  projection: AnyProjection,
  streams: readonly string[],
  id: string,
  at: Date | null,
): Promise<Row | null> {
  try {
    return await rowAsOf<Row>(log, projection, streams, id, at ?? FOREVER);
  } catch (error) {
    if (at !== null || !(error instanceof StoreUnavailable)) throw error;
    const from = readModelTable(projection).sql;
    const { rows } = await pool.query<Row>(`select * from ${from} where "reservationNo" = $1`, [id]);
    return rows[0] ?? null;
  }
}

/** Rewards of all reservations, refused ones too, and what each rests on. */
export function rewardResource(services: Services): Route[] {
  const { log, pool } = services;

  /** The events that decided a reservation; none while the event store is away, so that the link to them is left out. */
  const decisionsOf = async (id: string): Promise<readonly { readonly id: string }[]> => {
    try {
      return (await log.readStream(`rental-${id}`)).events.filter(({ type }) => type === 'RewardDecided');
    } catch (error) {
      if (error instanceof StoreUnavailable) return [];
      throw error;
    }
  };

  const one = route({
    method: 'get',
    paths: ['/admin/rewards/{id}'],
    who: { admin: 'reports:see' },
    summary: 'A reservation: its facts, its decision, and what the decision rests on; now or as of a moment',
    tag,
    reads,
    handle: async ({ params, query }) => {
      const id = params.id as string;
      const at = asOfOf(query);
      const rental = await rowAt<RentalRow>(services, rentals, [`rental-${id}`], id, at);
      if (!rental) throw new DomainError('not-found', 'rental.unknown', 'There is no such reservation.');
      const decision = rental.decision as Decision | null;
      const streams = [`rental-${id}`, ...(decision?.agentId ? [accountStreamOf(decision.agentId)] : [])];
      const row = await rowAt<IncentiveRow>(services, incentives, streams, id, at);
      const reason: ShownReason | null = row?.reason === OPENING_BALANCE ? OPENING_BALANCE : (decision?.reason ?? null);
      const decisionEvent = decision && (await decisionsOf(id))[decision.decisionNo - 1];
      return {
        body: {
          ...rental,
          id,
          isCovered: reason === OPENING_BALANCE,
          explanation: decision
            ? explain({ ...decision, reason })
            : 'No decision yet: a reservation without an invoice has none.',
          rule: reason ? RULES[reason] : null,
          decisionEventId: decisionEvent?.id ?? null,
        },
      };
    },
  });

  const performance = route({
    method: 'get',
    paths: ['/admin/promotions/{id}/performance'],
    who: { admin: 'promotions:see' },
    summary: 'What came of a promotion: rentals, rewards, and refusals by reason',
    tag,
    reads: [incentives.name],
    handle: async ({ params }) => {
      const { rows } = await pool.query(
        `select status, reason, count(*)::int as rentals, sum("grossCents")::float8 as "grossCents",
           sum("nettCents")::float8 as "nettCents", sum("tkRevenueCents")::float8 as "tkRevenueCents"
         from ${table} where "promotionId" = $1 group by status, reason order by rentals desc`,
        [params.id],
      );
      return { body: rows };
    },
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
