import { Notices } from '@fynbos/application/notices/notices.ts';
import { sweep } from '@fynbos/application/notices/worker.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { randomOf } from '../demo/data/random.ts';
import { checkLog, checkNotices, checkPeople, checkReadModels, checkReports } from './check.ts';
import { openEnvironment, SECRETS } from './environment.ts';
import { injectFaults } from './faults.ts';
import { Ledger } from './ledger.ts';
import { startLoad } from './load.ts';
import { openProgramme } from './programme.ts';
import { settle } from './settle.ts';

export interface RoundOptions {
  /** The same seed gives the same faults and facts in the same order. */
  readonly seed: number;
  /** Minimum duration of the faults; longer on a slow machine, until enough has happened. */
  readonly ms: number;
  /** Path of redis-server; null: queues in Postgres. */
  readonly redisProgram: string | null;
  /** Processes of each kind. Default: 3. */
  readonly each?: number;
  /** An EventStoreDB without events. Default: events in Postgres. */
  readonly eventStoreUrl?: string | null;
  readonly tell?: (text: string) => void;
}

/** Minimum faults and recorded rentals of a meaningful round. */
const FEWEST_FAULTS = 5;
const FEWEST_RECORDED = 150;

export interface RoundResult {
  /** Findings; empty if the round passed. */
  readonly complaints: readonly string[];
  readonly figures: Readonly<Record<string, unknown>>;
  /** Folder of the processes' logs; kept if there are findings. */
  readonly logFolder: string;
}

/** Runs one round: load and faults, then the checks that nothing was lost, duplicated or unequal. */
export async function round({
  seed,
  ms,
  redisProgram,
  each = 3,
  eventStoreUrl = null,
  tell = () => undefined,
}: RoundOptions): Promise<RoundResult> {
  const began = Date.now();
  const ledger = new Ledger();
  const environment = await openEnvironment({ redisProgram, each, eventStoreUrl });
  const figures: Record<string, unknown> = {
    seed,
    backend: redisProgram ? 'redis' : 'postgres',
    events: eventStoreUrl ? 'eventstoredb' : 'postgres',
    upAfterSeconds: (Date.now() - began) / 1_000,
  };
  let faults = 0;
  let stopped = false;
  const pool = createPool(environment.databaseUrl, { applicationName: 'chaos' });
  try {
    const programme = await openProgramme(environment, ledger, seed);
    const load = startLoad(environment, ledger, programme, seed);
    try {
      const end = Date.now() + ms;
      const isEnough = (): boolean =>
        Date.now() >= end && faults >= FEWEST_FAULTS && ledger.recorded.size >= FEWEST_RECORDED;
      const stamped = (text: string): void => tell(`${((Date.now() - began) / 1_000).toFixed(1)} s: ${text}`);
      await injectFaults(environment, randomOf(seed, 'faults'), isEnough, {
        began(text) {
          faults += 1;
          stamped(text);
        },
        skipped: stamped,
      });
      await environment.postgres.isUp();
      await environment.fleet.allReady(300_000);
    } finally {
      await load.stop();
    }
    tell('the faults are over');
    await load.finish();
    const { store } = await openEventLog({ eventStoreUrl, masterKey: SECRETS.MASTER_KEY }, pool);
    figures.settledAfterSeconds = await settle(pool, store);
    const complain = (text: string): void => ledger.complain(text);
    checkReports(
      { rewards: await programme.report('rewards'), balances: await programme.report('balances') },
      ledger,
      complain,
    );
    await environment.fleet.end();
    stopped = true;
    figures.events = await checkLog(store, ledger, complain);
    await store.close();
    await checkReadModels(pool, eventStoreUrl, complain);
    await checkPeople(pool, ledger, complain);
    await dropDeadNotices(pool);
    figures.notices = await checkNotices(pool, environment.post.taken, complain);
  } catch (error) {
    ledger.complain(
      error instanceof Error ? `${error.message}${error.cause ? ` (${error.cause})` : ''}` : String(error),
    );
  } finally {
    if (!stopped) await environment.fleet.end();
    await pool.end();
  }
  for (const { id, how } of environment.fleet.accidents) ledger.complain(`${id} ${how} by itself`);
  await environment.close(ledger.complaints.length > 0);
  const { counts, recorded, acknowledged, sent } = ledger;
  Object.assign(figures, {
    faults,
    ...counts,
    sent: sent.size,
    acknowledged: acknowledged.size,
    recorded: recorded.size,
  });
  Object.assign(figures, {
    enquiries: ledger.enquiries.size,
    registered: ledger.registered.size,
    promotions: ledger.promotions.size,
  });
  return {
    complaints: ledger.complaints,
    figures: { ...figures, seconds: (Date.now() - began) / 1_000 },
    logFolder: environment.logFolder,
  };
}

/** Marks notices of killed senders as failed now; the portal would do so two minutes later. */
async function dropDeadNotices(pool: pg.Pool): Promise<void> {
  const logger = createLogger('chaos', { level: 'silent' });
  const queues = { queue: () => ({ addBulk: async () => [] }) } as unknown as ConstructorParameters<typeof Notices>[1];
  const later = (): Date => new Date(Date.now() + 10 * 60_000);
  await sweep({ db: pool, notices: new Notices(pool, queues, logger), now: later } as Parameters<typeof sweep>[0]);
}
