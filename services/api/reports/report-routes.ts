import { tableAsOf } from '@fynbos/application/as-of.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { route, tagged } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { amountColumns, csvOf, type ExportColumn, fieldColumns } from '../lists/export.ts';
import { asOfMoment } from '../lists/list-request.ts';

/** A report: its read model, its order and its columns. */
const REPORTS = {
  rewards: {
    readModel: incentives,
    order: '"reservationNo" collate "C"',
    columns: [
      ...fieldColumns('reservationNo', 'loyaltyTrackingNo', 'promoCode', 'month', 'status', 'reason'),
      ...amountColumns('gross', 'paye', 'nett'),
    ],
  },
  balances: {
    readModel: balances,
    order: '"loyaltyTrackingNo" collate "C"',
    columns: [
      ...fieldColumns('loyaltyTrackingNo'),
      ...amountColumns('earned', 'pending', 'paid', 'expired', 'balance'),
    ],
  },
} as const;
type FinanceReport = keyof typeof REPORTS;

/** A report in pieces. `table` is the qualified name of its read model's table, live or as of a moment. */
const reportText = (db: Pool, name: FinanceReport, table: string): AsyncGenerator<string> => {
  const { order, columns } = REPORTS[name];
  return csvOf(
    db,
    { text: `select * from ${table} order by ${order}`, values: [] },
    columns as readonly ExportColumn<object>[],
  );
};

const report = (name: FinanceReport) =>
  route.get(`/admin/reports/${name}.csv`, {
    who: { admin: 'reports:see' },
    summary: `The ${name} report as CSV, now or as of an instant`,
    query: z.object({ asOf: asOfMoment }),
    reads: [REPORTS[name].readModel.name],
    handle: async ({ query: { asOf }, caller, response }, services) => {
      const { readModel } = REPORTS[name];
      const { exports } = services;
      // Reserve the stream first, so that a rebuilt table does not wait for it.
      await exports.stream(caller, async (own) => {
        if (asOf === undefined)
          return sendFile(response, `${name}.csv`, reportText(own, name, readModelTable(readModel).sql));
        const at = new Date(asOf);
        const table = await exports.past({ caller, response }, (signal) =>
          tableAsOf(services, readModel, { at, signal }),
        );
        if (!table) return;
        try {
          await sendFile(response, `${name}-as-of-${dayOf(at)}.csv`, reportText(own, name, table.sql));
        } finally {
          await table.drop();
        }
      });
      return undefined;
    },
  });
export const reportRoutes = tagged('Reports', [report('rewards'), report('balances')]);
