import type { Application } from '../services.ts';
import { queueCounts } from './queue-counts.ts';

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

async function postgresFacts({ db }: Pick<Application, 'db'>): Promise<Health['facts']> {
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

async function eventStoreFacts({ log, config }: Pick<Application, 'log' | 'config'>): Promise<Health['facts']> {
  const [head, { events }] = await Promise.all([
    log.store.head(),
    log.store.readAll({ direction: 'backwards', limit: 1 }),
  ]);
  return [
    ['Kind', config.eventStoreUrl ? 'EventStoreDB' : 'Embedded in Postgres'],
    ['Head', head ?? 'no event yet'],
    ...(events[0] ? [['Last event', events[0].metadata.recordedAt] as const] : []),
  ];
}

/** Early warnings: memory, and the eviction policy, which must evict nothing because jobs would be lost. */
const REDIS_FACTS = [
  ['redis_version', 'Version'],
  ['used_memory_human', 'Memory'],
  ['maxmemory_policy', 'Eviction'],
  ['connected_clients', 'Clients'],
] as const;

async function queueFacts({ queues }: Pick<Application, 'queues'>): Promise<Health['facts']> {
  await queues.ping();
  const info = (await queues.info()) ?? '';
  return REDIS_FACTS.flatMap(([field, label]) => {
    const value = new RegExp(`^${field}:(.*)$`, 'm').exec(info)?.[1]?.trim();
    return value ? [[label, value] as const] : [];
  });
}

/** Whether Postgres, the event store and the queues answer, how fast, and the jobs in each queue. */
export async function platformHealth(services: Pick<Application, 'db' | 'log' | 'config' | 'queues'>) {
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
