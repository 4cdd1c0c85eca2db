import { recordAct } from '@fynbos/application/audit/record-act.ts';
import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { requestRebuild } from '@fynbos/projections/engine/rebuild/rebuild-jobs.ts';
import {
  cancelRebuild,
  isRunning,
  latestRebuilds,
  rebuildById,
} from '@fynbos/projections/engine/rebuild/rebuild-record.ts';
import { subscriptionStatuses } from '@fynbos/projections/engine/status.ts';
import { projectionsFor } from '@fynbos/projections/registry.ts';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { messageAnswer, operationsAnswer, replayAnswer } from './answers.ts';
import { healthOf } from './health.ts';

const tag = 'Operations';
const see = { admin: 'replay:run' } as const;

/** An unavailable event store has no head to show. */
const unlessUnavailable = (error: unknown): undefined => {
  if (!(error instanceof StoreUnavailable)) throw error;
  return undefined;
};

/** State of the infrastructure, and replays with their progress. */
export function operationRoutes(services: Services): Route[] {
  const { db, store, queues, auth } = services;
  const projections = projectionsFor(services.config);
  const asked = z.object({
    projection: z.enum(projections.map(({ name }) => name) as [string, ...string[]], 'Read model not found.'),
    compare: z.boolean().default(true),
    swap: z.enum(['always', 'if-equal', 'never']).default('if-equal'),
  });

  const overview = route.get('/admin/operations', {
    who: see,
    summary: 'Show read models and reactions with position, lag, rate and version; queues; health of dependencies',
    tag,
    answer: operationsAnswer,
    handle: async () => {
      const [subscriptions, health] = await Promise.all([
        subscriptionStatuses(db, store, services.now()),
        healthOf(services),
      ]);
      const head = await store.head().catch(unlessUnavailable);
      const inCode = new Map(projections.map(({ name, version }) => [name, version]));
      // The names `followers` and `parkedKeys` stay: they are those of earlier releases.
      const followers = subscriptions.map(({ blockedKeys: parkedKeys, ...one }) => ({
        ...one,
        parkedKeys,
        versionInCode: inCode.get(one.name) ?? one.version,
      }));
      return { body: { head: head ?? null, followers, ...health } };
    },
  });

  const list = route.get('/admin/operations/replays', {
    who: see,
    summary: 'List the latest rebuilds with progress, estimate and comparison',
    tag,
    answer: z.array(replayAnswer),
    handle: async () => ({ body: await latestRebuilds(db) }),
  });

  const start = route.post('/admin/operations/replays', {
    who: see,
    summary: 'Rebuild a read model next to the live one, compare, and swap',
    tag,
    body: asked,
    answer: z.object({ id: z.string() }),
    status: 202,
    handle: async (call) => {
      await auth.limits.take(LIMITS.replayPerPerson, `admin-${adminOf(call.caller).adminId}`);
      const { projection, compare, swap } = call.body;
      const how = `${compare ? 'compared' : 'not compared'}, swap ${swap}`;
      const position = await recordAct(services, call, { act: 'replay', on: `read-models/${projection}`, how });
      return { body: { id: await requestRebuild(queues, projection, { compare, swap }) }, position };
    },
  });

  const one = route.get('/admin/operations/replays/{id}', {
    who: see,
    summary: 'Show a rebuild of a read model',
    tag,
    answer: replayAnswer,
    handle: async ({ params }) => {
      const found = await rebuildById(db, params.id);
      if (!found)
        throw new DomainError('not-found', 'replay.unknown', 'The replay was not found, or it has not started yet.');
      return { body: found };
    },
  });

  const cancel = route.post('/admin/operations/replays/{id}/cancel', {
    who: see,
    summary: 'Cancel a rebuild and delete its tables',
    tag,
    answer: messageAnswer,
    handle: async (call) => {
      const { id } = call.params;
      const over = () => new DomainError('conflict', 'replay.over', 'This replay is not running any more.');
      if (!isRunning(await rebuildById(db, id))) throw over();
      const position = await recordAct(services, call, { act: 'cancel-replay', on: `replays/${id}` });
      if (!(await cancelRebuild(db, id))) throw over();
      return { body: { message: 'The replay stops within a second.' }, position };
    },
  });

  return [list, start, cancel, one, overview];
}
