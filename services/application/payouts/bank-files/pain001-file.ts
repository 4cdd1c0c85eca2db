import { crossBorderPaymentOfRow } from '@fynbos/domain/bank-files/cross-border.ts';
import { paymentOfRow } from '@fynbos/domain/bank-files/csv.ts';
import type { FileRun } from '@fynbos/domain/bank-files/format.ts';
import { isPain001Complete, type Pain001Line, pain001 } from '@fynbos/domain/bank-files/pain001.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';

/** The recorded file from which the message of a run is made. */
export const pain001Source = ({ batch }: Pick<PayoutRow, 'batch'>): 'csv' | 'cross-border' =>
  batch === 'eft' ? 'csv' : 'cross-border';

const READERS = { csv: paymentOfRow, 'cross-border': crossBorderPaymentOfRow } as const;

async function* paymentsOf(csv: AsyncIterable<string>, source: keyof typeof READERS): AsyncGenerator<Pain001Line[]> {
  let rest = '';
  for await (const piece of csv) {
    const rows = (rest + piece).split('\r\n');
    rest = rows.pop() ?? '';
    yield rows.flatMap((row) => READERS[source](row) ?? []);
  }
}

/** The references of the payments that the message cannot hold (O27). */
export async function incompletePayments(
  run: Pick<PayoutRow, 'batch'>,
  csv: AsyncIterable<string>,
): Promise<readonly string[]> {
  const references: string[] = [];
  for await (const payments of paymentsOf(csv, pain001Source(run)))
    references.push(...payments.filter((payment) => !isPain001Complete(payment)).map(({ reference }) => reference));
  return references;
}

/**
 * From the pieces of the recorded CSV file; its hash must be checked before. The same file gives the same message.
 */
export async function* pain001Pieces(
  run: FileRun,
  row: Pick<PayoutRow, 'batch' | 'sent' | 'exportedAt'>,
  csv: AsyncIterable<string>,
): AsyncGenerator<string> {
  const { sent, exportedAt } = row;
  const createdAt = new Date(exportedAt ?? `${run.createdOn}T00:00:00Z`);
  yield pain001.header(run, { lines: sent.lines, cents: sent.nettCents }, createdAt);
  for await (const payments of paymentsOf(csv, pain001Source(row)))
    if (payments.length > 0) yield payments.map((payment) => pain001.line(run, payment)).join('');
  yield pain001.trailer;
}
