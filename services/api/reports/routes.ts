import { plainRand } from '@fynbos/domain/money.ts';
import { type BalanceRow, balances } from '@fynbos/projections/balances/balances.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import type { AnyProjection } from '@fynbos/projections/engine/projection-instance.ts';
import { readModelTable, scratchTable } from '@fynbos/projections/engine/read-model.ts';
import { dropScratch, rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { type IncentiveRow, incentives } from '@fynbos/projections/incentives/incentives.ts';
import type pg from 'pg';
import { z } from 'zod';
import { route, tagged, type UntaggedRoute } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { asOfMoment } from '../lists/as-of.ts';
import { csvLines, harmless, pagesOf, withHeader } from '../lists/export.ts';

/** A CSV report: its header, its order, and the cells of a row. */
interface Report<Row> {
  readonly readModel: AnyProjection;
  readonly header: string;
  readonly order: string;
  line(row: Row): string[];
}

const rewards: Report<IncentiveRow> = {
  readModel: incentives,
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

const owed: Report<BalanceRow> = {
  readModel: balances,
  header: 'loyaltyTrackingNo,earned,pending,paid,expired,balance',
  order: '"loyaltyTrackingNo" collate "C"',
  line: (row) => [
    harmless(row.loyaltyTrackingNo),
    ...[row.earnedCents, row.pendingCents, row.paidCents, row.expiredCents, row.balanceCents].map(plainRand),
  ],
};

const REPORTS = { rewards, balances: owed };
type FinanceReport = keyof typeof REPORTS;

/** A report in pieces. `table` is the qualified name of its read model's table, live or as of a moment. */
async function* reportText(db: pg.Pool, name: FinanceReport, table: string): AsyncGenerator<string> {
  const report = REPORTS[name] as Report<never>;
  const pages = pagesOf(db, `select * from ${table} order by ${report.order}`);
  yield* withHeader(`${report.header}\n`, pages, (rows) => csvLines(rows.map((row) => report.line(row as never))));
}

const report = (name: FinanceReport): UntaggedRoute =>
  route.get(`/admin/reports/${name}.csv`, {
    who: { admin: 'reports:see' },
    summary: `The ${name} report as CSV, now or as of an instant`,
    query: z.object({ asOf: asOfMoment }),
    reads: [REPORTS[name].readModel.name],
    handle: async ({ query: { asOf }, caller, response }, services) => {
      const { readModel } = REPORTS[name];
      const { db, store, log, exports } = services;
      // Reserve the stream first, so that a replayed table does not wait for it.
      await exports.stream(caller, async (own) => {
        if (asOf === undefined)
          return sendFile(response, `${name}.csv`, reportText(own, name, readModelTable(readModel).sql));
        const [built] = await exports.past({ caller, response }, (signal) =>
          rebuild({ db, store, decoder: decoderOf(log) }, [readModel], { asOf, signal }),
        );
        if (!built?.schema) return;
        try {
          const table = scratchTable(readModel, built.schema).sql;
          await sendFile(response, `${name}-as-of-${asOf.slice(0, 10)}.csv`, reportText(own, name, table));
        } finally {
          await dropScratch(db, built);
        }
      });
      return undefined;
    },
  });
/** The rewards and balances reports, now or as of an instant. */
export const reportRoutes = tagged('Reports', [report('rewards'), report('balances')]);
