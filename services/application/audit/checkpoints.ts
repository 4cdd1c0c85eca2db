import { CHECKPOINT_STREAM, type Checkpoint, checkpointEvents } from '@fynbos/domain/audit/checkpoint.ts';
import { DomainError } from '@fynbos/domain/errors.ts';
import { appendCheckpoints, NotSigned } from '@fynbos/event-store/audit/append-checkpoints.ts';
import { type ExportedDocument, exportProof, type Scope } from '@fynbos/event-store/audit/export-proof.ts';
import { fingerprintOf, signerOf, statementHash } from '@fynbos/event-store/audit/signature.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { markSigned, signedMark } from '@fynbos/event-store/own-log/store-identity.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { escapeHtml } from '@fynbos/platform/escape-html.ts';
import type { Logger } from '@fynbos/platform/logger.ts';
import type { SendMail } from '@fynbos/platform/messages/mail.ts';
import { type Schedule, schedule } from '@fynbos/platform/schedule.ts';
import type pg from 'pg';
import type { Application, Essentials } from '../services.ts';
import { archiveCheckpoint, readCheckpointArchive } from './checkpoint-archive.ts';

/**
 * Signs new events first, and returns the export with its proof. A log that fails verification is not exported, because
 * an export has our signature: throws `log.not-signed`.
 */
export async function signedExport(
  { log, db, config, now }: Essentials & Pick<Application, 'config'>,
  scope: Scope,
  at: Date,
  documents?: readonly ExportedDocument[],
): Promise<AsyncIterable<string>> {
  try {
    await signNewEvents({ log, db, storeKind: storeKindOf(config.eventStoreUrl), folder: null, now });
  } catch (error) {
    if (!(error instanceof NotSigned)) throw error;
    throw new DomainError(
      'conflict',
      'log.not-signed',
      'The log is not intact, so it was not signed. See Log integrity.',
    );
  }
  return exportProof(log.store, await signerOf(log.keys), { scope, exportedAt: at, documents });
}

/** A checkpoint as the text of an e-mail. Omits the manifest, which is long and is already proven by its hash. */
const checkpointText = (checkpoint: Checkpoint): string =>
  [
    `Checkpoint ${checkpoint.number} of the event log, signed ${checkpoint.signedAt}.`,
    '',
    `It covers the events ${checkpoint.first} to ${checkpoint.first + checkpoint.events - 1}.`,
    `Root: ${checkpoint.root}`,
    `Statement (SHA-256): ${statementHash(checkpoint)}`,
    `Signature: ${checkpoint.signature}`,
    `Public key: ${checkpoint.publicKey}`,
    `Fingerprint of the key: ${fingerprintOf(checkpoint.publicKey)}`,
    '',
    'Keep this mail. Any later change of the log contradicts it.',
  ].join('\n');

/** The newest checkpoint in the log, or null. */
export async function newestCheckpoint(store: EventStore): Promise<Checkpoint | null> {
  const [last] = await store.readStream(CHECKPOINT_STREAM, { direction: 'backwards', limit: 1 });
  return last ? checkpointEvents.LogCheckpointed.parse(last.data) : null;
}

/** Once a day. The Message-ID contains the number, so that a repeat is recognised. Returns 0 without a checkpoint. */
export async function mailCheckpoint(store: EventStore, to: string, send: SendMail): Promise<{ checkpoint: number }> {
  const checkpoint = await newestCheckpoint(store);
  if (!checkpoint) return { checkpoint: 0 };
  const text = checkpointText(checkpoint);
  await send({
    id: `checkpoint-${checkpoint.number}`,
    to,
    subject: `Checkpoint ${checkpoint.number}`,
    text,
    html: `<pre>${escapeHtml(text)}</pre>`,
  });
  return { checkpoint: checkpoint.number };
}

export interface CheckpointServices extends Essentials {
  /** The event store that the positions refer to: `postgres` or `eventstoredb`. */
  readonly storeKind: string;
  /** The folder of the checkpoint archive; null when there is none. */
  readonly folder: string | null;
  /** Receives an error when archive files had to be written again. */
  readonly logger?: Logger;
}

const SIGNING_INTERVAL_MS = 5 * 60_000;
const FIRST_SIGNING_MS = 60_000;
/** Milliseconds, after every 2,000 signed or 1,000 verified events (50 ms of a processor); docs/decisions/0031. */
export const PAUSE_MS = 150;

export const storeKindOf = (eventStoreUrl: string | null): string =>
  eventStoreUrl === null ? 'postgres' : 'eventstoredb';

async function logged(log: EventLog, fromNumber: number): Promise<Checkpoint[]> {
  const events = await log.store.readStream(CHECKPOINT_STREAM, { from: fromNumber - 1 });
  return events.map(({ data }) => checkpointEvents.LogCheckpointed.parse(data));
}

/** Updates the mark of the last checkpoint's event, by which the log is recognised later. */
async function updateMark(db: pg.Pool, log: EventLog, last: number): Promise<void> {
  const revision = last - 1;
  if ((await signedMark(db))?.revision === revision) return;
  const [event] = await log.store.readStream(CHECKPOINT_STREAM, { from: revision, limit: 1 });
  if (event) await markSigned(db, { revision, eventId: event.id, position: event.position, hash: event.metadata.hash });
}

/** The number of the last checkpoint that this database knows of; 0 if there is none. */
export async function knownCheckpoint(db: pg.Pool, storeKind: string): Promise<number> {
  const { rows } = await db.query<{ number: number }>('select number from audit.covered where store = $1', [storeKind]);
  return rows[0]?.number ?? 0;
}

/**
 * Also updates the checkpoint archive. `vouch`: signs events without MACs too. `pauseMs`: between two checkpoints.
 * Returns the number of new ones. Throws `NotSigned` when the log fails verification.
 */
export async function signNewEvents(
  services: CheckpointServices,
  { signal, vouch = false, pauseMs = 0 }: { signal?: AbortSignal; vouch?: boolean; pauseMs?: number } = {},
): Promise<number> {
  const { log, db, storeKind, folder, now, logger } = services;
  const { rows } = await db.query<{ number: number; events: number; position: string | null }>(
    'select number, events, position from audit.covered where store = $1',
    [storeKind],
  );
  const [signedBefore] = rows;
  // Read before the log, so that a checkpoint signed concurrently by another process does not look lost.
  const archived = await readCheckpointArchive(folder);
  const { checkpoints, covered, last } = await appendCheckpoints({
    log,
    signer: await signerOf(log.keys),
    now,
    vouch,
    pauseMs,
    known: Math.max(signedBefore?.number ?? 0, archived.last),
    ...(signedBefore ? { covered: { events: signedBefore.events, position: signedBefore.position ?? undefined } } : {}),
    signal,
  });
  // Also when nothing was new: a restored database does not know the last checkpoint yet.
  if (last > 0 && covered) {
    await db.query(
      `insert into audit.covered (store, number, events, position) values ($1, $2, $3, $4)
       on conflict (store) do update set number = $2, events = $3, position = $4 where covered.number < $2`,
      [storeKind, last, covered.events, covered.position ?? null],
    );
    await updateMark(db, log, last);
  }
  if (folder !== null) {
    const rewritten = await archiveCheckpoint(
      folder,
      archived,
      await logged(log, Math.min(archived.last + 1, ...archived.unwritten)),
    );
    if (rewritten.length > 0)
      logger?.error(
        { checkpoints: rewritten },
        'files of the checkpoint archive were empty; they were written again from the log',
      );
  }
  // When another process was signing at the same time, that process records the time.
  if (covered && !signal?.aborted)
    await db.query('update audit.covered set "signedAt" = $2 where store = $1', [storeKind, now()]);
  return checkpoints.length;
}

/**
 * If the log fails verification, it logs the failure and verifies the whole log, which records the findings. `refused`:
 * the previous message, which is not verified again every five minutes. Returns the current one, or null.
 */
export async function signOrVerify(
  services: CheckpointServices,
  {
    logger,
    verify,
    refused,
    signal,
  }: {
    readonly logger: Logger;
    readonly verify: () => Promise<unknown>;
    readonly refused?: string | null;
    readonly signal?: AbortSignal;
  },
): Promise<string | null> {
  try {
    const made = await signNewEvents(services, { pauseMs: PAUSE_MS, signal });
    if (made > 0) logger.info({ checkpoints: made }, 'the log was signed');
    return null;
  } catch (err) {
    if (!(err instanceof NotSigned)) throw err;
    logger.error({ err }, 'the log was not signed, because its verification failed');
    if (err.message !== refused) await verify();
    return err.message;
  }
}

/** Every five minutes, first after one; one process at a time. `close` stops after the checkpoint in progress. */
export function startCheckpoints(
  services: CheckpointServices,
  logger: Logger,
  verify: () => Promise<unknown>,
): Schedule {
  let refused: string | null = null;
  const sign = async (signal: AbortSignal): Promise<void> => {
    refused = await signOrVerify(services, { logger, verify, refused, signal });
  };
  const failed = (err: unknown) => logger.warn({ err }, 'the log could not be signed; retrying');
  return schedule(SIGNING_INTERVAL_MS, sign, failed, FIRST_SIGNING_MS);
}
