import { balances } from '@fynbos/projections/balances/balances.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { readModelTable, scratchTable } from '@fynbos/projections/engine/read-model.ts';
import { dropScratch, rebuild } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { sendFile } from '../http/send.ts';
import { asOfMoment } from '../lists/as-of.ts';
import { type FinanceReport, reportText } from './finance-reports.ts';

const READ_MODELS = { rewards: incentives, balances } as const;

const report = (name: FinanceReport): Route =>
  route.get(`/admin/reports/${name}.csv`, {
    who: { admin: 'reports:see' },
    summary: `The ${name} report as CSV, now or as of an instant`,
    tag: 'Reports',
    query: z.object({ asOf: asOfMoment }),
    reads: [READ_MODELS[name].name],
    handle: async ({ query: { asOf }, caller, response }, services) => {
      const readModel = READ_MODELS[name];
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
export const reportRoutes: readonly Route[] = [report('rewards'), report('balances')];
