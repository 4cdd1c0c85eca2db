import { recordAct } from '@fynbos/application/audit/record-act.ts';
import { LIMITS } from '@fynbos/application/auth/limits.ts';
import { adminOf } from '@fynbos/application/caller.ts';
import { queueCounts } from '@fynbos/application/operations/queue-counts.ts';
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
import type { Services } from '../http/services.ts';
import { operationsAnswer, rebuildAnswer } from './answers.ts';

/** A dependency of the product: whether it answers, its response time, and the facts it reports. */
interface Health {
  readonly name: string;
  readonly ok: boolean;
  readonly ms: number;
  /** Facts in words for a screen, in order. Empty if the dependency does not answer. */
  readonly facts: readonly (readonly [string, string])[];
}

async function timed(name: string, check: () => Promise<Health['facts']>): Promise<Health> {
  const began = performance.now();
  const facts = await check().catch(() => null);
  return { name, ok: facts !== null, ms: Math.round(performance.now() - began), facts: facts ?? [] };
}

async function postgresFacts({ db }: Services): Promise<Health['facts']> {
  const { rows } = await db.query<{ version: string; size: string; sessions: number; most: string }>(
    `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size,
       (select count(*)::int from pg_stat_activity) as sessions, current_setting('max_connections') as most`,
  );
  const [row] = rows;
  return row
    ? [
        ['Version', row.version.split(' ')[0] ?? ''],
        ['Database', row.size],
        ['Sessions', `${row.sessions} of ${row.most}`],
      ]
    : [];
}

async function eventStoreFacts({ store, config }: Services): Promise<Health['facts']> {
  const [head, { events }] = await Promise.all([store.head(), store.readAll({ direction: 'backwards', limit: 1 })]);
  return [
    ['Kind', config.eventStoreUrl ? 'EventStoreDB' : 'Embedded in Postgres'],
    ['Head', head ?? 'no event yet'],
    ...(events[0] ? [['Last event', events[0].metadata.recordedAt] as const] : []),
  ];
}

/**
 * Facts of Redis that give early warning: memory, and the eviction policy, which must evict nothing because jobs would
 * be lost.
 */
const REDIS_FACTS = [
  ['redis_version', 'Version'],
  ['used_memory_human', 'Memory'],
  ['maxmemory_policy', 'Eviction'],
  ['connected_clients', 'Clients'],
] as const;

async function queueFacts({ queues }: Services): Promise<Health['facts']> {
  await queues.ping();
  const info = (await queues.info()) ?? '';
  return REDIS_FACTS.flatMap(([field, label]) => {
    const value = new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim();
    return value ? [[label, value] as const] : [];
  });
}

/**
 * Returns whether Postgres, the event store and the queues' backend answer, their response times, and the number of
 * jobs in each queue.
 */
export async function healthOf(services: Services) {
  const [health, counts] = await Promise.all([
    Promise.all([
      timed('Postgres', () => postgresFacts(services)),
      timed('Event store', () => eventStoreFacts(services)),
      timed(services.queues.backend === 'redis' ? 'Redis' : 'Queues on Postgres', () => queueFacts(services)),
    ]),
    queueCounts(services),
  ]);
  return { health, queues: counts };
}

const see = { admin: 'replay:run' } as const;

/** An unavailable event store has no head to show. */
const unlessUnavailable = (error: unknown): undefined => {
  if (!(error instanceof StoreUnavailable)) throw error;
  return undefined;
};

/** `config` says which read models this installation has. */
const startRebuild = (config: Pick<Config, 'eventStoreUrl'>) =>
  route.post('/admin/operations/replays', {
    who: see,
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
      const how = `${compare ? 'compared' : 'not compared'}, swap ${swap}`;
      const position = await recordAct(services, call, { act: 'replay', on: `read-models/${projection}`, how });
      return { body: { id: await requestRebuild(services.queues, projection, { compare, swap }) }, position };
    },
  });

const overview = route.get('/admin/operations', {
  who: see,
  summary: 'Show read models and reactions with position, lag, rate and version; queues; health of dependencies',
  answer: operationsAnswer,
  handle: async (_call, services) => {
    const [subscriptions, health] = await Promise.all([
      subscriptionStatuses(services.db, services.store, services.now()),
      healthOf(services),
    ]);
    const head = await services.store.head().catch(unlessUnavailable);
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
  who: see,
  summary: 'List the latest rebuilds with progress, estimate and comparison',
  answer: z.array(rebuildAnswer),
  handle: async (_call, { db }) => ({ body: await latestRebuilds(db) }),
});

const one = route.get('/admin/operations/replays/{id}', {
  who: see,
  summary: 'Show a rebuild of a read model',
  answer: rebuildAnswer,
  handle: async ({ params }, { db }) => {
    const found = await rebuildById(db, params.id);
    if (!found)
      throw new DomainError('not-found', 'replay.unknown', 'The rebuild was not found, or it has not started yet.');
    return { body: found };
  },
});

const cancel = route.post('/admin/operations/replays/{id}/cancel', {
  who: see,
  summary: 'Cancel a rebuild and delete its tables',
  message: 'The rebuild stops within a second.',
  run: async (call, services) => {
    const { id } = call.params;
    const over = () => new DomainError('conflict', 'replay.over', 'This rebuild is no longer running.');
    if (!isRunning(await rebuildById(services.db, id))) throw over();
    const position = await recordAct(services, call, { act: 'cancel-replay', on: `replays/${id}` });
    if (!(await cancelRebuild(services.db, id))) throw over();
    return position;
  },
});

/** State of the infrastructure, and rebuilds with their progress. */
export const operationRoutes = (config: Pick<Config, 'eventStoreUrl'>) =>
  tagged('Operations', [list, startRebuild(config), cancel, one, overview]);
