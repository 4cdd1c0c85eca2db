import { plainRand } from '@fynbos/domain/money.ts';
import type { BalanceRow } from '@fynbos/projections/balances/balances.ts';
import type { IncentiveRow } from '@fynbos/projections/incentives/incentives.ts';
import type pg from 'pg';
import { csvLines, harmless } from '../lists/csv.ts';
import { pagesOf, withHeader } from '../lists/rows.ts';

/** A CSV report: its header, its order, and the cells of a row. */
interface Report<Row> {
  readonly header: string;
  readonly order: string;
  line(row: Row): string[];
}

const rewards: Report<IncentiveRow> = {
  header: 'reservationNo,loyaltyTrackingNo,promoCode,month,status,reason,gross,paye,nett',
  order: '"reservationNo" collate "C"',
  line: (row) => [
    harmless(row.reservationNo),
    harmless(row.loyaltyTrackingNo),
    harmless(row.promoCode),
    row.month,
    row.status,
    row.reason ?? '',
    plainRand(row.grossCents),
    plainRand(row.payeCents),
    plainRand(row.nettCents),
  ],
};

const balances: Report<BalanceRow> = {
  header: 'loyaltyTrackingNo,earned,pending,paid,expired,balance',
  order: '"loyaltyTrackingNo" collate "C"',
  line: (row) => [
    harmless(row.loyaltyTrackingNo),
    ...[row.earnedCents, row.pendingCents, row.paidCents, row.expiredCents, row.balanceCents].map(plainRand),
  ],
};

export const financeReports = { rewards, balances };
export type FinanceReport = keyof typeof financeReports;

/** A report in pieces. `table` is the qualified name of its read model's table, live or as of a moment. */
export async function* reportText(db: pg.Pool, name: FinanceReport, table: string): AsyncGenerator<string> {
  const report = financeReports[name] as Report<never>;
  const pages = pagesOf(db, `select * from ${table} order by ${report.order}`);
  yield* withHeader(`${report.header}\n`, pages, (rows) => csvLines(rows.map((row) => report.line(row as never))));
}
