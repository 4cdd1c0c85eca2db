import { type ResultBy, wholeResult } from '@fynbos/application/simulation/results.ts';
import { AMOUNTS } from '@fynbos/application/simulation/scratch.ts';
import { plainRand } from '@fynbos/domain/money.ts';
import type pg from 'pg';
import { csvLines, harmless } from '../lists/csv.ts';
import { pagesOf, withHeader } from '../lists/rows.ts';

const TEXTS: Readonly<Record<ResultBy, readonly string[]>> = {
  agent: ['agentId', 'loyaltyTrackingNo'],
  promotion: ['promotionId', 'promoCode'],
  month: ['month'],
  reservation: ['reservationNo', 'loyaltyTrackingNo', 'promoCode', 'month', 'status', 'assumedStatus'],
};

/** A result as CSV in pieces, sorted by its first column. Amounts are rand with two decimals. */
export async function* resultCsv(db: pg.Pool, schema: string, by: ResultBy): AsyncGenerator<string> {
  const texts = TEXTS[by];
  const counts = by === 'reservation' ? [] : ['reservations', 'corrected'];
  const header = csvLines([[...texts, ...counts, ...AMOUNTS.map((name) => name.replace(/Cents$/, ''))]]);
  yield* withHeader(header, pagesOf(db, wholeResult(schema, by)), (rows) =>
    csvLines(
      rows.map((row) => [
        ...texts.map((name) => harmless(row[name] === null ? null : String(row[name]))),
        ...counts.map((name) => String(row[name])),
        ...AMOUNTS.map((name) => plainRand(row[name])),
      ]),
    ),
  );
}
