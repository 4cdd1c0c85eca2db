import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../tests/fixtures/programme-60');

/** The NDJSON of a programme: sixty agents, twelve promotions. */
export const programme = (): Promise<string> => readFile(path.join(FOLDER, 'programme.ndjson'), 'utf8');

/** Gives invoices like real ones, each of a reservation of its own. */
export async function invoiceMaker(): Promise<(number: number) => Record<string, unknown>> {
  const text = await readFile(path.join(FOLDER, 'rental-events.ndjson'), 'utf8');
  const real = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ type }) => type === 'invoice');
  return (number) => ({
    ...real[number % real.length],
    eventId: randomUUID(),
    reservationNo: `B${String(number).padStart(9, '0')}`,
    invoiceNo: `BI${String(number).padStart(9, '0')}`,
  });
}
