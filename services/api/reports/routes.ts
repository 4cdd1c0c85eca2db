import { balances } from '@fynbos/projections/balances/balances.ts';
import { decoderOf } from '@fynbos/projections/engine/decode.ts';
import { readModelTable, scratchTable } from '@fynbos/projections/engine/read-model.ts';
import { dropScratch, replay } from '@fynbos/projections/engine/replay.ts';
import { incentives } from '@fynbos/projections/incentives/incentives.ts';
import type { Response } from 'express';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { sendPieces } from '../http/send-pieces.ts';
import type { Services } from '../http/services.ts';
import { asOfMoment } from './as-of-moment.ts';
import { type FinanceReport, reportText } from './finance-reports.ts';

const READ_MODELS = { rewards: incentives, balances } as const;

async function stream(response: Response, fileName: string, pieces: AsyncIterable<string>): Promise<void> {
  response.status(200).set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'no-store',
  });
  await sendPieces(response, pieces);
}

/** The two reports of wire.md, live or as the books stood at a moment. */
export function reportRoutes({ pool, store, log }: Services): Route[] {
  const decoder = decoderOf(log);
  const report = (name: FinanceReport): Route =>
    route({
      method: 'get',
      paths: [`/admin/reports/${name}.csv`],
      who: { admin: 'reports:see' },
      summary: `Report: ${name}`,
      tag: 'Reports',
      query: z.object({ asOf: asOfMoment }),
      reads: [READ_MODELS[name].name],
      handle: async ({ query, response }) => {
        const readModel = READ_MODELS[name];
        if (query.asOf === undefined) {
          await stream(response, `${name}.csv`, reportText(pool, name, readModelTable(readModel).sql));
          return undefined;
        }
        const gone = new AbortController();
        response.once('close', () => gone.abort());
        const [built] = await replay({ db: pool, store, decoder }, [readModel], {
          asOf: query.asOf,
          signal: gone.signal,
        });
        if (!built?.schema) return undefined;
        try {
          const table = scratchTable(readModel, built.schema).sql;
          await stream(response, `${name}-as-of-${query.asOf.slice(0, 10)}.csv`, reportText(pool, name, table));
        } finally {
          await dropScratch(pool, built);
        }
        return undefined;
      },
    });
  return [report('rewards'), report('balances')];
}
