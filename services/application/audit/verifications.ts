import { DAY_MS } from '@fynbos/domain/calendar.ts';
import { signerOf } from '@fynbos/event-store/audit/signature.ts';
import { type LogVerification, logVerification, verifyLog } from '@fynbos/event-store/audit/verify-log.ts';
import { insertRows } from '@fynbos/platform/postgres.ts';
import type { Queues } from '@fynbos/platform/queue/queue.ts';
import { newRunId } from '@fynbos/platform/queue/run-id.ts';
import type pg from 'pg';
import { z } from 'zod';
import { readCheckpointArchive } from './checkpoint-archive.ts';
import { type CheckpointServices, knownCheckpoint } from './checkpoints.ts';

export const verificationRow = z.object({
  id: z.string(),
  /** The trigger: an administrator, the nightly job, `npm run verify-audit`, or a failed signing. */
  how: z.enum(['asked', 'nightly', 'command', 'signing']),
  state: z.enum(['running', 'done', 'failed']),
  done: z.int(),
  /** A lower bound on the number of events; 0 until it is known. */
  total: z.int(),
  result: logVerification.nullable(),
  /** Name of the error that ended the verification. */
  error: z.string().nullable(),
  startedAt: z.date(),
  updatedAt: z.date(),
});
export type Verification = z.output<typeof verificationRow>;

export const VERIFICATION_QUEUE = 'verifications';
const COLUMNS = 'id, how, state, done, total, result, error, "startedAt", "updatedAt"';
const PROGRESS_INTERVAL_MS = 500;
/** Without progress for this long, the verification's process has died or its job was lost. */
const MAX_SILENCE = '10 minutes';
const RETENTION_MS = 90 * DAY_MS;
/** By Postgres's clock, so that a process with a fast clock does not keep its result the latest one. */
export const LATEST_FIRST = '"heardAt" desc, id';

/** The latest 30 verifications, newest first. */
export async function verifications(db: pg.Pool): Promise<readonly Verification[]> {
  const { rows } = await db.query<Verification>(
    `select ${COLUMNS} from audit.verifications order by "startedAt" desc, id limit 30`,
  );
  return rows;
}

export async function verificationById(db: pg.Pool, id: string): Promise<Verification | null> {
  const { rows } = await db.query<Verification>(`select ${COLUMNS} from audit.verifications where id = $1`, [id]);
  return rows[0] ?? null;
}

/** The last completed verification, and when all of the log was last covered by signed checkpoints. */
export interface LogIntegrity {
  /** Number of findings; null, like `provenAt`, before the first verification. */
  readonly findings: number | null;
  readonly provenAt: Date | null;
  readonly signedAt: Date | null;
}

export async function logIntegrity(db: pg.Pool, storeKind: string): Promise<LogIntegrity> {
  const { rows } = await db.query<LogIntegrity>(
    `select last.findings, last."provenAt", (select "signedAt" from audit.covered where store = $1) as "signedAt"
     from (select) as always left join lateral (
       select (result->>'count')::integer as findings, "heardAt" as "provenAt" from audit.verifications
       where state = 'done' order by ${LATEST_FIRST} limit 1
     ) as last on true`,
    [storeKind],
  );
  return rows[0] as LogIntegrity;
}

export interface VerificationOrder {
  readonly id: string;
  readonly how: Verification['how'];
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Pause in milliseconds; see `verifyLog`. */
  readonly pauseMs?: number;
}

/** Records progress and result. Rethrows an error after recording it. */
export async function runVerification(
  services: CheckpointServices,
  order: VerificationOrder,
): Promise<LogVerification> {
  const { log, db, storeKind, folder, now } = services;
  const { id, how, signal, onProgress, pauseMs = 0 } = order;
  await db.query(
    `insert into audit.verifications (id, how, "startedAt", "updatedAt") values ($1, $2, $3, $3)
     on conflict (id) do update set state = 'running', error = null, "heardAt" = now()`,
    [id, how, now()],
  );
  let savedAt = 0;
  const saveProgress = async (done: number, total: number): Promise<void> => {
    onProgress?.(done, total);
    if (performance.now() - savedAt < PROGRESS_INTERVAL_MS) return;
    savedAt = performance.now();
    await db.query(
      `update audit.verifications set state = 'running', error = null, done = $2, total = $3, "updatedAt" = $4, "heardAt" = now()
       where id = $1`,
      [id, done, total, now()],
    );
  };
  try {
    const archived = await readCheckpointArchive(folder);
    const result = await verifyLog(log.store, {
      keys: log.keys,
      publicKey: (await signerOf(log.keys)).publicKey,
      elsewhere: archived.checkpoints,
      known: Math.max(await knownCheckpoint(db, storeKind), archived.last),
      onProgress: saveProgress,
      pauseMs,
      signal,
    });
    await db.query(
      `update audit.verifications set state = 'done', done = $2, total = $2, result = $3, "updatedAt" = $4, "heardAt" = now()
       where id = $1`,
      [id, result.events, JSON.stringify(result), now()],
    );
    return result;
  } catch (error) {
    await failed(
      db,
      id,
      signal?.aborted ? 'the process stopped before the verification finished' : (error as Error).name,
      now(),
    );
    throw error;
  }
}

const failed = (db: pg.Pool, id: string, why: string, at: Date): Promise<unknown> =>
  db.query(`update audit.verifications set state = 'failed', error = $2, "updatedAt" = $3 where id = $1`, [
    id,
    why,
    at,
  ]);

/** Returns the id, which is visible at once. Throws `QueueUnavailable`; the verification is recorded as failed. */
export async function requestVerification(db: pg.Pool, queues: Pick<Queues, 'queue'>, now: Date): Promise<string> {
  const id = newRunId();
  await insertRows(db, 'audit.verifications', [{ id, how: 'asked', startedAt: now, updatedAt: now }]);
  await queues
    .queue<{ id: string }>(VERIFICATION_QUEUE)
    .add('verification', { id }, { jobId: id, attempts: 1, removeOnComplete: true })
    .catch(async (error: unknown) => {
      await failed(db, id, (error as Error).name, now);
      throw error;
    });
  return id;
}

/**
 * Those without progress for ten minutes, by Postgres's clock. One that was only slow continues, and its result counts.
 */
export async function endAbandoned(db: pg.Pool): Promise<number> {
  const { rowCount } = await db.query(
    `update audit.verifications set state = 'failed', error = 'its process ended'
     where state = 'running' and "heardAt" < now() - interval '${MAX_SILENCE}'`,
  );
  return rowCount ?? 0;
}

/** Older than 90 days. Keeps the last one and the last intact one: they say whether a failure was already reported. */
export async function deleteOldVerifications(db: pg.Pool, now: Date): Promise<{ deleted: number }> {
  const last = `order by ${LATEST_FIRST} limit 1`;
  const { rowCount } = await db.query(
    `delete from audit.verifications where "updatedAt" < $1
       and id not in (select id from audit.verifications where state = 'done' ${last})
       and id not in (select id from audit.verifications where state = 'done' and (result->>'intact')::boolean ${last})`,
    [new Date(now.getTime() - RETENTION_MS)],
  );
  return { deleted: rowCount ?? 0 };
}
