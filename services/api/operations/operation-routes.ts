import { recordAdminAction } from '@fynbos/application/audit/record-admin-action.ts';
import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { platformHealth } from '@fynbos/application/operations/health.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { Config } from '@fynbos/platform/config/config.ts';
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
import { route, tagged } from '../http/route.ts';
import { operationsAnswer, rebuildAnswer } from './answers.ts';

const maySee = { admin: 'replay:run' } as const;

/** An unavailable event store has no head to show. */
const unlessUnavailable = (error: unknown): undefined => {
  if (!(error instanceof StoreUnavailable)) throw error;
  return undefined;
};

/** `config` says which read models this installation has. */
const startRebuild = (config: Pick<Config, 'eventStoreUrl'>) =>
  route.post('/admin/operations/replays', {
    who: maySee,
    summary: 'Rebuild a read model next to the live one, compare, and swap',
    body: z.object({
      projection: z.enum(
        projectionsFor(config).map(({ name }) => name) as [string, ...string[]],
        'Read model not found.',
      ),
      compare: z.boolean().default(true),
      swap: z.enum(['always', 'if-equal', 'never']).default('if-equal'),
    }),
    answer: z.object({ id: z.string() }),
    status: 202,
    handle: async (call, services) => {
      await services.auth.limits.consume(LIMITS.rebuildsPerPerson, `admin-${adminOf(call.caller).adminId}`);
      const { projection, compare, swap } = call.body;
      const mode = `${compare ? 'compared' : 'not compared'}, swap ${swap}`;
      const position = await recordAdminAction(services, call, {
        act: 'replay',
        on: `read-models/${projection}`,
        how: mode,
      });
      return { body: { id: await requestRebuild(services.queues, projection, { compare, swap }) }, position };
    },
  });

const overview = route.get('/admin/operations', {
  who: maySee,
  summary: 'Get read models and reactions with position, lag, rate and version; queues; health of dependencies',
  answer: operationsAnswer,
  handle: async (_call, services) => {
    const [subscriptions, health] = await Promise.all([
      subscriptionStatuses(services.db, services.log.store, services.now()),
      platformHealth(services),
    ]);
    const head = await services.log.store.head().catch(unlessUnavailable);
    const inCode = new Map(projectionsFor(services.config).map(({ name, version }) => [name, version]));
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
  who: maySee,
  summary: 'List the latest rebuilds with progress, estimate and comparison',
  answer: z.array(rebuildAnswer),
  handle: async (_call, { db }) => ({ body: await latestRebuilds(db) }),
});

const show = route.get('/admin/operations/replays/{id}', {
  who: maySee,
  summary: 'Get a rebuild of a read model',
  answer: rebuildAnswer,
  handle: async ({ params }, { db }) => {
    const found = await rebuildById(db, params.id);
    if (!found)
      throw new DomainError('not-found', 'replay.unknown', 'The rebuild was not found, or it has not started yet.');
    return { body: found };
  },
});

const cancel = route.post('/admin/operations/replays/{id}/cancel', {
  who: maySee,
  summary: 'Cancel a rebuild and delete its tables',
  message: 'The rebuild stops within a second.',
  run: async (call, services) => {
    const { id } = call.params;
    const notRunning = () => new DomainError('conflict', 'replay.over', 'This rebuild is no longer running.');
    if (!isRunning(await rebuildById(services.db, id))) throw notRunning();
    const position = await recordAdminAction(services, call, { act: 'cancel-replay', on: `replays/${id}` });
    if (!(await cancelRebuild(services.db, id))) throw notRunning();
    return position;
  },
});

/** State of the infrastructure, and rebuilds with their progress. */
export const operationRoutes = (config: Pick<Config, 'eventStoreUrl'>) =>
  tagged('Operations', [list, startRebuild(config), cancel, show, overview]);
