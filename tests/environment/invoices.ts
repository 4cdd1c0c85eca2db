import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cellNumber, southAfricanId, taxNumber } from '../../scripts/demo/data/numbers.ts';
import { randomOf } from '../../scripts/demo/data/random.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../tests/fixtures/programme-60');
/** Agents of that programme, numbered from FT01000000. */
export const AGENTS = 60;

const linesOf = async (file: string): Promise<Record<string, unknown>[]> =>
  (await readFile(path.join(FOLDER, file), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The tracking number of an agent, counted from 0 through all copies of the programme. */
export const trackingNoOf = (agent: number): string => `FT01${String(agent).padStart(6, '0')}`;

/** The same agent's in a copy, 0 being the programme itself; one that is nobody's stays as it is. */
function trackingNoIn(copy: number, own: unknown): unknown {
  const agent = typeof own === 'string' && /^FT01\d{6}$/.test(own) ? Number(own.slice('FT01'.length)) : AGENTS;
  return agent < AGENTS ? trackingNoOf(agent + copy * AGENTS) : own;
}

/**
 * The NDJSON of a programme: twelve promotions, and sixty agents so many times, each time other people at the same
 * agencies.
 */
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

/**
 * Gives invoices like real ones, each of a reservation of its own. With copies of the programme each has the real ones in
 * turn, so that an agent has as many of them as real agents have.
 */
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
