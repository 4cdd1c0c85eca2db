import { type Caller, forbidden } from '@fynbos/application/caller.ts';
import { load } from '@fynbos/application/handle.ts';
import { grantOf } from '@fynbos/domain/admin/permissions.ts';
import { agentDecider, agentStream } from '@fynbos/domain/agent/agent.ts';
import { isDay } from '@fynbos/domain/calendar.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { cardsOf } from '@fynbos/projections/incentives/cards.ts';
import { type IncentiveRow, incentives } from '@fynbos/projections/incentives/incentives.ts';
import { type Expression, Kysely, PostgresDialect, type SqlBool } from 'kysely';
import { z } from 'zod';
import { optionalText } from '../http/fields.ts';
import { HttpRefusal } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

interface Tables {
  'rm_incentives.incentives': IncentiveRow;
  'rm_balances.balances': { agentId: number; loyaltyTrackingNo: string | null };
}

/** What a list shows when no status is asked for; declined reservations come only when they are (status Declined or All). */
const REWARDED = ['Earned', 'Pending', 'Paid', 'Expired'];

/** `YYYYMMDD` to a Johannesburg day; the first and the last day of a month are both included (section 7). */
const compactDay = (message: string) =>
  z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : value),
      z.string(message).regex(/^\d{8}$/, message),
    )
    .transform((text, context) => {
      const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
      if (!isDay(day)) context.addIssue({ code: 'custom', message });
      return day;
    });

const query = z.object({
  fromDate: compactDay('fromDate must be a date as YYYYMMDD.'),
  toDate: compactDay('toDate must be a date as YYYYMMDD.'),
  reservationNumber: optionalText(64),
  loyaltyTrackingNo: optionalText(64),
  status: optionalText(20),
});

const detail = z.object({
  reservationNo: z.string(),
  marketSector: z.string(),
  date: z.string(),
  grossAmount: z.number(),
  paye: z.number(),
  nettAmount: z.number(),
  status: z.string(),
  reason: z.string().nullable(),
  promoCode: z.string().nullable(),
  rate: z.number().nullable(),
  revenueAmount: z.number(),
  policyVersion: z.int(),
  explanation: z.string(),
  rule: z.string().nullable(),
});
const card = z.object({
  title: z.string(),
  month: z.string(),
  amount: z.number(),
  status: z.string(),
  grossAmount: z.number(),
  paye: z.number(),
  nettAmount: z.number(),
  details: z.array(detail),
});

/** `POST /Incentive/list-incentives` (section 7): cards by promotion, month and status with the reservations behind each. */
export function incentiveRoutes({ pool, log }: Services): Route[] {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

  const ownNumber = async (agentId: number): Promise<string | null> =>
    (await load(log, agentDecider, agentStream(agentId), { personal: false })).state.loyaltyTrackingNo;

  /** Whose rewards are asked for: one's own for an agent, anyone's by tracking number for those who may see agents. */
  const agentIdFor = async (caller: Caller, loyaltyTrackingNo: string): Promise<number | null> => {
    if (caller.kind === 'agent' && loyaltyTrackingNo === '') return caller.agentId;
    if (caller.kind === 'admin' && grantOf(caller.roles, 'agents:see') === null) throw forbidden();
    if (loyaltyTrackingNo === '')
      throw new HttpRefusal(422, 'tracking-number-missing', 'loyaltyTrackingNo is required!');
    const found = await db
      .selectFrom(readModelTable(balances).name as 'rm_balances.balances')
      .select('agentId')
      .where('loyaltyTrackingNo', '=', loyaltyTrackingNo)
      .executeTakeFirst();
    if (caller.kind !== 'agent') return found?.agentId ?? null;
    // The read model may not have an agent yet who was activated just now: their own stream says which number is theirs.
    const isOwn = found ? found.agentId === caller.agentId : (await ownNumber(caller.agentId)) === loyaltyTrackingNo;
    if (!isOwn) throw forbidden();
    return caller.agentId;
  };

  const list = route({
    method: 'post',
    paths: ['/Incentive/list-incentives'],
    appendsNothing: true,
    who: 'signed-in',
    summary: 'Rewards by promotion, month and status, with the reservations behind each',
    tag: 'Incentives',
    body: query,
    reads: [incentives.name, balances.name],
    answer: z.array(card),
    handle: async ({ body, caller }) => {
      const agentId = await agentIdFor(caller, body.loyaltyTrackingNo);
      if (agentId === null) return { body: [] };
      const rows = await db
        .selectFrom(readModelTable(incentives).name as 'rm_incentives.incentives')
        .selectAll()
        .where('agentId', '=', agentId)
        .where('invoiceDate', '>=', body.fromDate)
        .where('invoiceDate', '<=', body.toDate)
        .where(({ and, eb }) => {
          const wanted: Expression<SqlBool>[] = [];
          if (body.reservationNumber !== '') wanted.push(eb('reservationNo', '=', body.reservationNumber));
          if (body.status === '') wanted.push(eb('status', 'in', REWARDED));
          else if (body.status !== 'All') wanted.push(eb('status', '=', body.status));
          return and(wanted);
        })
        .orderBy('invoiceDate', 'desc')
        .orderBy('reservationNo')
        .execute();
      return { body: cardsOf(rows as IncentiveRow[]) };
    },
  });

  return [list];
}
