import { crossBorderPaymentOfRow } from '@fynbos/domain/bank-files/cross-border.ts';
import { paymentOfRow } from '@fynbos/domain/bank-files/csv.ts';
import type { FileRun } from '@fynbos/domain/bank-files/format.ts';
import { isPain001Complete, type Pain001Line, pain001 } from '@fynbos/domain/bank-files/pain001.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';
import type { Stores } from '../../services.ts';
import { fileToSend } from './recorded-file.ts';

const READERS = { csv: paymentOfRow, 'cross-border': crossBorderPaymentOfRow } as const;

async function* paymentsOf(csv: AsyncIterable<string>, source: keyof typeof READERS): AsyncGenerator<Pain001Line[]> {
  let rest = '';
  for await (const piece of csv) {
    const rows = (rest + piece).split('\r\n');
    rest = rows.pop() ?? '';
    yield rows.flatMap((row) => READERS[source](row) ?? []);
  }
}

/** Refuses a message with payments abroad that lack BIC, address or category (O27). */
async function assertComplete(csv: AsyncIterable<string>, source: keyof typeof READERS): Promise<void> {
  const references: string[] = [];
  for await (const payments of paymentsOf(csv, source))
    references.push(...payments.filter((payment) => !isPain001Complete(payment)).map(({ reference }) => reference));
  if (references.length === 0) return;
  const named =
    references.slice(0, 20).join(', ') + (references.length > 20 ? ` and ${references.length - 20} more` : '');
  const message = `BIC or address were missing when the files were written: ${named}. Pay these from the cross-border list, and complete their details before the next run.`;
  throw new DomainError('conflict', 'payout-run.pain001', message);
}

/**
 * The ISO 20022 message of a run, made piece by piece from its recorded CSV file (O21). The same file always gives the
 * same message. Throws as `fileToSend`, and `payout-run.pain001` where a payment abroad is incomplete.
 */
export async function pain001Message(
  services: Stores,
  row: PayoutRow,
  payer: FileRun['payer'],
): Promise<AsyncGenerator<string>> {
  const source = row.batch === 'eft' ? 'csv' : 'cross-border';
  const { pieces } = await fileToSend(services, row, source);
  await assertComplete(pieces(), source);
  return piecesOf(row, payer, paymentsOf(pieces(), source));
}

async function* piecesOf(
  { reference, payDate, exportedAt, sent }: PayoutRow,
  payer: FileRun['payer'],
  payments: AsyncIterable<readonly Pain001Line[]>,
): AsyncGenerator<string> {
  const createdOn = exportedAt === null ? payDate : dayOf(new Date(exportedAt));
  const createdAt = new Date(exportedAt ?? `${createdOn}T00:00:00Z`);
  const run = { reference, payDate, createdOn, payer };
  yield pain001.header(run, { lines: sent.lines, cents: sent.nettCents }, createdAt);
  for await (const some of payments) if (some.length > 0) yield some.map((each) => pain001.line(run, each)).join('');
  yield pain001.trailer;
}
