import { addDays } from '@fynbos/domain/calendar.ts';
import { assertImported } from '../client.ts';
import type { DemoData } from '../data/demo-data.ts';
import type { DemoFact } from '../data/rental-facts.ts';
import type { Act, Step, Tools } from '../step.ts';
import { timeOf } from './times.ts';

const NAME = 'Rental system';
const SCOPES = ['rental-events:write', 'rental-events:read'];

interface MadeKey {
  readonly id: string;
  readonly apiKey: string;
}

/** Creates the integrator's key; a resumed load creates another one. */
const keys = new WeakMap<Tools, Promise<string>>();

async function makeKey({ client, people, marker, data }: Tools): Promise<string> {
  const at = timeOf(data.first, 6);
  const token = await people.admin();
  const known = marker.note<string>('integrator');
  if (known !== undefined) {
    return (await client.call<MadeKey>('POST', `/api/admin/integrators/${known}/keys`, { token })).apiKey;
  }
  const body = { name: NAME, scopes: SCOPES };
  const { id, apiKey } = await client.call<MadeKey>('POST', '/api/admin/integrators', { at, token, body });
  await marker.keep('integrator', id);
  return apiKey;
}

function keyOf(tools: Tools): Promise<string> {
  const key = keys.get(tools) ?? makeKey(tools);
  keys.set(tools, key);
  return key;
}

async function upload(tools: Tools, facts: readonly DemoFact[], at: Date): Promise<void> {
  const { client, people, data } = tools;
  const lines: string[] = [];
  for (const { body, agentKey } of facts) {
    const agent = agentKey === undefined ? undefined : data.agents.find(({ key }) => key === agentKey);
    const line = agent ? { ...body, loyaltyTrackingNo: await people.trackingNoOf(agent) } : body;
    lines.push(JSON.stringify(line));
  }
  const sent = { at, token: await keyOf(tools), body: `${lines.join('\n')}\n` };
  assertImported(await client.call<string>('POST', '/api/integrations/rental-events', sent));
}

const SLIP_DAYS_AGO = 2;

/** A copy of the newest invoice with an invalid amount, which is rejected. */
function slipOf({ facts }: DemoData): object | null {
  const known = facts.findLast(({ body }) => body.type === 'invoice' && typeof body.loyaltyTrackingNo === 'string');
  if (!known) return null;
  const other = (text: unknown): string => String(text).replace(/\d/, '9');
  return {
    ...known.body,
    eventId: known.eventId.replace(/^.{8}/, '99999999'),
    reservationNo: other(known.reservationNo),
    invoiceNo: other(known.body.invoiceNo),
    tkRevenue: '1 250,00',
  };
}

/** Sends a rejected item, which can be corrected and sent again from the integrator's page. */
async function slip(tools: Tools, line: object, at: Date): Promise<void> {
  const sent = { at, token: await keyOf(tools), body: `${JSON.stringify(line)}\n` };
  const answer = await tools.client.call<string>('POST', '/api/integrations/rental-events', sent);
  if (!answer.includes('"rejected"')) throw new Error(`the slip was not rejected: ${answer}`);
}

/** Uploads of the rental company's system, three nights a week. */
export const rentals: Step = (data) => {
  const { facts, last } = data;
  const nights = new Map<string, DemoFact[]>();
  for (const fact of facts) {
    const found = nights.get(fact.sentOn);
    if (found) found.push(fact);
    else nights.set(fact.sentOn, [fact]);
  }
  const slipped = slipOf(data);
  const slippedAt = timeOf(addDays(last, -SLIP_DAYS_AGO), 9);
  const uploads = [...nights].map(([day, night]): Act => {
    const at = timeOf(day, 2, night.length * 37);
    const people = new Set(night.flatMap(({ agentKey }) => agentKey ?? []));
    const about = [...new Set(night.map(({ reservationNo }) => reservationNo))];
    // Payout runs and certificates are about 'books', so that no upload runs in parallel.
    const upon = ['promotions', 'books', ...people];
    return { key: `rentals ${day}`, at, about, upon, perform: (tools) => upload(tools, night, at) };
  });
  return [
    ...uploads,
    ...(slipped
      ? [{ key: 'rentals slip', at: slippedAt, about: [], perform: (tools: Tools) => slip(tools, slipped, slippedAt) }]
      : []),
  ];
};
