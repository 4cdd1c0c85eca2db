import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cellNumber, southAfricanId, taxNumber } from '../demo/data/numbers.ts';
import { randomOf } from '../demo/data/random.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../tests/fixtures/programme-60');
/** Agents of programme-60, numbered from FT01000000. */
export const AGENTS = 60;

const linesOf = async (file: string): Promise<Record<string, unknown>[]> =>
  (await readFile(path.join(FOLDER, file), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Tracking number of an agent, counted from 0 across all copies of the programme. */
export const trackingNoOf = (agent: number): string => `FT01${String(agent).padStart(6, '0')}`;

/** The tracking number in a copy (0: the programme itself); unknown numbers stay unchanged. */
function trackingNoIn(copy: number, own: unknown): unknown {
  const agent = typeof own === 'string' && /^FT01\d{6}$/.test(own) ? Number(own.slice('FT01'.length)) : AGENTS;
  return agent < AGENTS ? trackingNoOf(agent + copy * AGENTS) : own;
}

/** NDJSON: twelve promotions, and sixty agents per copy, different people at the same agencies. */
export async function programme(copies = 1): Promise<string> {
  const lines = await linesOf('programme.ndjson');
  const agents = lines.filter(({ type }) => type === 'agent');
  for (let copy = 1; copy < copies; copy++) {
    const random = randomOf(copy, 'programme');
    for (const agent of agents) {
      lines.push({
        ...agent,
        loyaltyTrackingNo: trackingNoIn(copy, agent.loyaltyTrackingNo),
        idNumber: southAfricanId(random),
        emailAddress: `${copy}.${agent.emailAddress}`,
        cellNumber: `${agent.countryDialCode}${cellNumber('RSA', random)}`,
        taxNumber: taxNumber('RSA', random),
        bankAccountNumber: random.digits(String(agent.bankAccountNumber).length),
      });
    }
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Each of a new reservation. Copies take turns, so that each agent has a realistic number of invoices. */
export async function invoiceMaker(copies = 1): Promise<(number: number) => Record<string, unknown>> {
  const real = (await linesOf('rental-events.ndjson')).filter(({ type }) => type === 'invoice');
  return (number) => {
    const invoice = real[number % real.length] as Record<string, unknown>;
    const copy = Math.floor(number / real.length) % copies;
    return {
      ...invoice,
      loyaltyTrackingNo: trackingNoIn(copy, invoice.loyaltyTrackingNo),
      eventId: randomUUID(),
      reservationNo: `B${String(number).padStart(9, '0')}`,
      invoiceNo: `BI${String(number).padStart(9, '0')}`,
    };
  };
}
