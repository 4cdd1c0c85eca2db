import { adminOf } from '@fynbos/application/caller.ts';
import {
  askWhatIf,
  cancelWhatIf,
  type WhatIfRun,
  whatIfRun,
  whatIfRuns,
} from '@fynbos/application/simulation/record.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import { z } from 'zod';
import { namesOf } from '../audit/actors.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listAnswer } from '../lists/answers.ts';
import { parseListRequest } from '../lists/list-request.ts';
import { sendFile } from '../reports/send.ts';
import { checkDefinition, grouping, whatIfInput } from './what-if-input.ts';
import { resultCsv, resultOf, resultPage } from './what-if-results.ts';

const tag = 'What if';
const who = { admin: 'what-if:run' } as const;
/** What-ifs that wait or run at once. */
const AT_ONCE = 20;

/** What if: the history decided again under other terms, into tables of its own. Nothing of it is booked. */
export function whatIfRoutes(services: Services): Route[] {
  const { pool, queues, log } = services;
  const known = async (): Promise<ReadonlySet<string>> =>
    new Set(
      (await pool.query<{ id: string }>(`select id from ${readModelTable(promotions).sql}`)).rows.map(({ id }) => id),
    );
  const named = async (runs: readonly WhatIfRun[]) => {
    const nameOf = await namesOf(
      log,
      runs.map(({ askedBy }) => ({ kind: 'admin', id: String(askedBy) })),
    );
    return ({ schema, ...run }: WhatIfRun) => ({
      ...run,
      hasResult: run.state === 'done' && schema !== null,
      askedByName: nameOf({ kind: 'admin', id: String(run.askedBy) }).name,
    });
  };

  const ask = route({
    method: 'post',
    paths: ['/admin/what-ifs'],
    who,
    summary:
      'Decide a part of the history again under other terms, or as a promotion’s terms stand now; changes nothing',
    tag,
    status: 202,
    body: whatIfInput,
    reads: [promotions.name],
    handle: async ({ body, caller, context }) => {
      checkDefinition(body, await known());
      const open = (await whatIfRuns(pool, 200)).filter(({ state }) => state === 'waiting' || state === 'running');
      if (open.length >= AT_ONCE)
        throw new DomainError(
          'conflict',
          'what-if.many',
          'Many what-ifs are being worked on. Wait for one, or cancel it.',
        );
      const id = await askWhatIf(pool, queues, body, { adminId: adminOf(caller).adminId, at: context.now });
      return { body: { id, message: 'The history is being decided again.' } };
    },
  });

  const list = route({
    method: 'get',
    paths: ['/admin/what-ifs'],
    who,
    summary: 'The latest what-ifs, newest first',
    tag,
    handle: async () => {
      const runs = await whatIfRuns(pool);
      return { body: runs.map(await named(runs)) };
    },
  });

  const one = route({
    method: 'get',
    paths: ['/admin/what-ifs/{id}'],
    who,
    summary: 'A what-if: how far it is, and what it comes to',
    tag,
    handle: async ({ params }) => {
      const run = await whatIfRun(pool, params.id as string);
      if (!run) throw new DomainError('not-found', 'what-if.unknown', 'There is no such what-if.');
      return { body: (await named([run]))(run) };
    },
  });

  const cancel = route({
    method: 'post',
    paths: ['/admin/what-ifs/{id}/cancel'],
    who,
    summary: 'Stop a what-if; nothing is left of it',
    tag,
    handle: async ({ params }) => {
      const stopped = await cancelWhatIf(pool, params.id as string);
      if (!stopped) throw new DomainError('conflict', 'what-if.over', 'This what-if is not running any more.');
      return { body: { message: 'It is being stopped.' } };
    },
  });

  const csv = route({
    method: 'get',
    paths: ['/admin/what-ifs/{id}/result.csv'],
    who,
    summary: 'A result as CSV, by agent, promotion, month or reservation',
    tag,
    query: z.object({ by: z.union([grouping, z.literal('reservation')]).default('agent') }),
    handle: async ({ params, query, caller, response }) => {
      const { schema } = await resultOf(pool, params.id as string);
      return services.exports.stream(caller, (own) =>
        sendFile(response, `what-if-by-${query.by}.csv`, resultCsv(own, schema, query.by)),
      );
    },
  });

  const results = route({
    method: 'get',
    paths: ['/admin/what-ifs/{id}/results'],
    who,
    summary:
      'A result by agent, promotion, month or reservation: what happened, what would have, and what a correction books',
    tag,
    query: z.looseObject({ by: z.union([grouping, z.literal('reservation')]).default('agent') }),
    handle: async ({ params, query }) => {
      const { schema } = await resultOf(pool, params.id as string);
      const request = parseListRequest(query);
      return listAnswer('results', request, await resultPage(pool, schema, query.by, request), (row) => row);
    },
  });

  return [ask, list, one, cancel, csv, results];
}
