import { Notices } from '@fynbos/application/notices/notices.ts';
import { sweep } from '@fynbos/application/notices/worker.ts';
import { openEventLog } from '@fynbos/event-store/open.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';
import { randomOf } from '../../scripts/demo/data/random.ts';
import { checkLog, checkNotices, checkPeople, checkReadModels, checkReports } from './check.ts';
import { openEnvironment, SECRETS } from './environment.ts';
import { wreak } from './faults.ts';
import { Ledger } from './ledger.ts';
import { startLoad } from './load.ts';
import { openProgramme } from './programme.ts';
import { settle } from './settle.ts';

export interface RoundOptions {
  /** The same seed gives the same faults, in the same order, and the same facts. */
  readonly seed: number;
  /** How long faults are made, at least: on a machine that is slow today, until enough has happened to prove something. */
  readonly ms: number;
  /** Path of redis-server; null: queues in Postgres. */
  readonly redisProgram: string | null;
  /** Processes of each kind, 3 when not given. */
  readonly each?: number;
  /** An EventStoreDB without events; events in Postgres when not given. */
  readonly eventStoreUrl?: string | null;
  readonly tell?: (text: string) => void;
}

/** A round with fewer faults, or fewer rentals recorded under them, would prove nothing. */
const FEWEST_FAULTS = 5;
const FEWEST_RECORDED = 150;

export interface RoundResult {
  /** What the product did wrong; empty is what is wanted. */
  readonly complaints: readonly string[];
  readonly figures: Readonly<Record<string, unknown>>;
  /** Where the processes' logs lie; kept where there are complaints. */
  readonly logFolder: string;
}

/** One round: a portal of many processes under load and faults, then the proof that nothing was lost, doubled or unequal. */
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
      await wreak(environment, randomOf(seed, 'faults'), isEnough, {
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
    await buryTheDead(pool);
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

/** What the product does two minutes later, done now: what its sender left behind in the middle goes to the dead letter. */
async function buryTheDead(pool: pg.Pool): Promise<void> {
  const logger = createLogger('chaos', { level: 'silent' });
  const queues = { queue: () => ({ addBulk: async () => [] }) } as unknown as ConstructorParameters<typeof Notices>[1];
  const later = (): Date => new Date(Date.now() + 10 * 60_000);
  await sweep({ pool, notices: new Notices(pool, queues, logger), now: later } as Parameters<typeof sweep>[0]);
}
