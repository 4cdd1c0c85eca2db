import { paymentOfRow } from '@fynbos/domain/bank-files/csv.ts';
import type { FileRun } from '@fynbos/domain/bank-files/format.ts';
import { pain001 } from '@fynbos/domain/bank-files/pain001.ts';
import type { PayoutRow } from '@fynbos/projections/payouts/payouts.ts';

/**
 * The ISO 20022 message of a run, made piece by piece from the pieces of its recorded plain CSV file. The same file
 * always gives the same message. `csv` must be checked against its recorded hash before.
 */
export async function* pain001Pieces(
  run: FileRun,
  { sent, exportedAt }: Pick<PayoutRow, 'sent' | 'exportedAt'>,
  csv: AsyncIterable<string>,
): AsyncGenerator<string> {
  const createdAt = new Date(exportedAt ?? `${run.createdOn}T00:00:00Z`);
  yield pain001.header(run, { lines: sent.lines, cents: sent.nettCents }, createdAt);
  let rest = '';
  for await (const piece of csv) {
    const rows = (rest + piece).split('\r\n');
    rest = rows.pop() ?? '';
    const written = rows.flatMap((row) => {
      const payment = paymentOfRow(row);
      return payment ? [pain001.line(run, payment)] : [];
    });
    if (written.length > 0) yield written.join('');
  }
  yield pain001.trailer;
}
