import { adminOf } from '@fynbos/application/caller.ts';
import type { ImportRun } from '@fynbos/application/import.ts';
import { z } from 'zod';
import { authorise } from '../http/authorise.ts';
import { ConcurrencyLimit } from '../http/concurrency-limit.ts';
import type { Recognise } from '../http/mount.ts';
import { HttpRefusal } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { type AnswerLines, exchangeLines } from '../ndjson/ndjson-exchange.ts';
import { reauthorize } from '../ndjson/reauthorize.ts';
import { importLines, type LineHandlers } from './import.ts';

/** Maximum number of concurrent imports: of all administrators, and of one. */
const MOST_STREAMS = 8;
const MOST_EACH = 2;

/** Migration of a running programme. `handlersOf`: the handlers of each line kind for one import. */
export function importRoutes(recognise: Recognise, handlersOf: (run: ImportRun) => LineHandlers): Route[] {
  const who = { admin: 'programme:import' } as const;
  const streams = new ConcurrencyLimit({ most: MOST_STREAMS, mostEach: MOST_EACH, waitMs: 0 });
  const load = route.post('/admin/import', {
    who,
    summary: 'Migrate a running programme: NDJSON, with one answer per line',
    tag: 'Import',
    query: z.object({ dryRun: z.enum(['true', 'false']).optional() }),
    raw: 'application/x-ndjson',
    handle: async ({ request, response, query, caller, context }) => {
      if (!request.is('application/x-ndjson')) {
        throw new HttpRefusal(415, 'content-type', 'Send the body as application/x-ndjson.');
      }
      const { adminId, roles } = adminOf(caller);
      const sender = `admin-${adminId}`;
      const run: ImportRun = { context, dryRun: query.dryRun === 'true', roles, pretendedAgents: new Set() };
      const handlers = handlersOf(run);
      // A change of permissions ends the session, so the initial permissions are valid as long as the session lives.
      const allowed = reauthorize(async () => authorise(who, await recognise(request, true), undefined));
      const answer: AnswerLines = async (lines, before) => {
        await before;
        return importLines(lines, handlers);
      };
      await streams.run(sender, () => exchangeLines(request, response, answer, { sender, noMore: allowed }));
      return undefined;
    },
  });
  return [load];
}
