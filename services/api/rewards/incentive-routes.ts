import { agentState } from '@fynbos/application/agents/load-agent.ts';
import { agentOf, type Caller, forbidden } from '@fynbos/application/caller.ts';
import { rentalMatch } from '@fynbos/application/rentals/lookups.ts';
import type { WithLog } from '@fynbos/application/services.ts';
import { isDay } from '@fynbos/domain/calendar.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { agentOfTrackingNo } from '@fynbos/projections/balances/queries.ts';
import { cardsOf } from '@fynbos/projections/incentives/cards.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { incentivesOf } from '@fynbos/projections/incentives/queries.ts';
import { z } from 'zod';
import { asText, optionalText, type SentText } from '../http/fields.ts';
import { HttpRefusal } from '../http/problem.ts';
import { route, tagged } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { cardAnswer, rentalMatchAnswer } from './answers.ts';

/** Statuses of a list without a status filter; declined reservations need the filter Declined or All. */
const DEFAULT_STATUSES = ['Earned', 'Pending', 'Paid', 'Expired'];

/** `YYYYMMDD` as a Johannesburg day (section 7). */
const compactDay = (message: string) =>
  z
    .preprocess((value: SentText) => asText(value), z.string(message).regex(/^\d{8}$/, message))
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

/** Returns the statuses that a filter selects; null for all. */
function statusesOf(filter: string): readonly string[] | null {
  if (filter === '') return DEFAULT_STATUSES;
  return filter === 'All' ? null : [filter];
}

const ownNumber = async ({ log }: WithLog, agentId: number): Promise<string | null> =>
  (await agentState({ log }, agentId, { personal: false })).loyaltyTrackingNo;

/** The caller, or any agent by tracking number for an administrator. Throws 403, 422. */
const agentIdFor = async (services: Services, caller: Caller, loyaltyTrackingNo: string): Promise<number | null> => {
  if (caller.kind === 'agent' && loyaltyTrackingNo === '') return caller.agentId;
  if (loyaltyTrackingNo === '') throw new HttpRefusal(422, 'tracking-number-missing', 'loyaltyTrackingNo is required!');
  const found = await agentOfTrackingNo(services.db, loyaltyTrackingNo);
  if (caller.kind !== 'agent') return found;
  // The read model may not have a newly activated agent yet. The agent's own stream does.
  const isOwn =
    found === null ? (await ownNumber(services, caller.agentId)) === loyaltyTrackingNo : found === caller.agentId;
  if (!isOwn) throw forbidden();
  return caller.agentId;
};

const list = route.post('/Incentive/list-incentives', {
  appendsNothing: true,
  who: { admin: 'agents:see', agents: true },
  summary: 'List rewards by promotion, month and status, with their reservations',
  body: query,
  reads: [incentives.name, balances.name],
  answer: z.array(cardAnswer),
  handle: async ({ body, caller }, services) => {
    const agentId = await agentIdFor(services, caller, body.loyaltyTrackingNo);
    if (agentId === null) return { body: [] };
    const rows = await incentivesOf(services.db, {
      agentId,
      from: body.fromDate,
      to: body.toDate,
      reservationNo: body.reservationNumber || null,
      statuses: statusesOf(body.status),
    });
    return { body: cardsOf(rows) };
  },
});

const match = route.get('/agent/incentives/{reservationNo}/match', {
  who: 'agent',
  summary: 'Compare one of your own reservations with its rental, field by field',
  answer: rentalMatchAnswer,
  handle: async ({ caller, params }, { log }) => ({
    body: await rentalMatch({ log }, agentOf(caller).agentId, params.reservationNo),
  }),
});

export const incentiveRoutes = tagged('Incentives', [list, match]);
