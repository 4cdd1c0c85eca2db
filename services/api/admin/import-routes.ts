import { z } from 'zod';
import { adminOf } from '../http/caller.ts';
import { HttpRefusal } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { converse } from '../ndjson/conversation.ts';
import { type ImportRun, importLines, type LineHandlers } from './import.ts';
import { promotionLines } from './import-promotions.ts';

/** Taking over a running programme (wire.md). `moreLines` gives the kinds of line beside promotions. */
export function importRoutes({ log }: Services, moreLines: (run: ImportRun) => LineHandlers): Route[] {
  const load = route({
    method: 'post',
    paths: ['/admin/import'],
    who: { admin: 'programme:import' },
    summary: 'Take over a running programme: NDJSON, each line answered by itself',
    tag: 'Import',
    query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
    raw: 'application/x-ndjson',
    handle: async ({ request, response, query, caller, context }) => {
      if (!request.is('application/x-ndjson')) {
        throw new HttpRefusal(415, 'content-type', 'Send the body as application/x-ndjson.');
      }
      const { roles } = adminOf(caller);
      const run: ImportRun = { context, dryRun: query.dryRun === 'true', roles, pretendedAgents: new Set() };
      const handlers = { ...promotionLines(log, run), ...moreLines(run) };
      await converse(request, response, async (lines, before) => {
        await before;
        return importLines(lines, handlers);
      });
      return undefined;
    },
  });
  return [load];
}
