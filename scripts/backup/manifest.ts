import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import type { LogPosition } from '@fynbos/event-store/log-position.ts';
import pg from 'pg';

/** The SQL name of a schema, table or column from its parts. */
export const sqlName = (...parts: readonly string[]): string =>
  parts.map((part) => pg.escapeIdentifier(part)).join('.');

/** A table in a backup: a compressed file in Postgres's COPY format. */
export interface TableFile {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly file: string;
  readonly rows: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly format: 'fynbos-backup 1';
  readonly kind: 'data' | 'keys';
  /** ISO 8601 UTC. */
  readonly madeAt: string;
  /** Store of its events: in the backup, or in an EventStoreDB with a separate backup. */
  readonly store: 'postgres' | 'eventstoredb';
  /** In EventStoreDB, after the data was copied; null without events. Absent in backups of older releases. */
  readonly logEnd?: LogPosition | null;
  /** Statements that create the tables, in order. */
  readonly schemas: readonly { readonly schema: string; readonly migrations: readonly { id: string; sql: string }[] }[];
  readonly tables: readonly TableFile[];
  readonly sequences: readonly { readonly name: string; readonly value: string }[];
}

export const MANIFEST = 'manifest.json';
/** Lifetime of key backups, after which destroyed keys have disappeared from all of them. */
export const KEYS_LIVE_DAYS = 30;

/** An unusable backup; the message says why. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable';
}

const PREFIX = { data: 'backup-', keys: 'keys-' } as const;

/** Folder name of a new backup; sorts by time. */
export const folderName = (kind: Manifest['kind'], now: Date): string =>
  `${PREFIX[kind]}${now.toISOString().replaceAll(':', '-').replace('.', '-')}`;

/** Backups of a kind in a folder, oldest first; `folder` itself if it is a backup. */
export async function backupsIn(folder: string, kind: Manifest['kind']): Promise<string[]> {
  const names = await readdir(folder);
  if (names.includes(MANIFEST)) return [folder];
  return names
    .filter((name) => name.startsWith(PREFIX[kind]) && !name.endsWith('.part'))
    .sort()
    .map((name) => path.join(folder, name));
}

/** Null where it is missing or incomplete. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'));
  } catch {
    return null;
  }
}

/** Reads a backup's manifest and verifies the checksum of every file. Throws `BackupUnusable`. */
export async function readBackup(folder: string, kind: Manifest['kind']): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest === null)
    throw new BackupUnusable(`${folder} is not a finished backup: it has no complete ${MANIFEST}.`);
  if (manifest.format !== 'fynbos-backup 1' || manifest.kind !== kind)
    throw new BackupUnusable(`${folder} is not a backup of ${kind} that this release can read.`);
  for (const { file, sha256 } of manifest.tables) {
    if ((await sumOf(path.join(folder, file))) !== sha256)
      throw new BackupUnusable(`${path.join(folder, file)} differs from the file that was backed up.`);
  }
  return manifest;
}

async function sumOf(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}

/** Whether a key backup is older than 30 days (K5). */
export const hasExpired = ({ madeAt }: Pick<Manifest, 'madeAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(madeAt) > KEYS_LIVE_DAYS * DAY_MS;

/** Folder names of backups, finished or not. */
const OWN = /^(?:backup|keys)-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)(\.part)?$/;

/** A finished key backup over 30 days old by its manifest, or an unfinished backup that began over a day ago. */
async function isOver(folder: string, name: string, now: Date): Promise<boolean> {
  const [own, hour, minute, second, milliseconds, part] = OWN.exec(name) ?? [];
  if (own === undefined) return false;
  if (part) return now.getTime() - Date.parse(`${hour}:${minute}:${second}.${milliseconds}`) > DAY_MS;
  const manifest = await readManifest(path.join(folder, name));
  return manifest?.format === 'fynbos-backup 1' && manifest.kind === 'keys' && hasExpired(manifest, now);
}

/**
 * Removes key backups older than 30 days and unfinished backups, also of data, older than a day. Returns the removed
 * folders.
 */
export async function removeExpired(folder: string, now: Date): Promise<string[]> {
  const expired: string[] = [];
  for (const name of await readdir(folder)) {
    const whole = path.join(folder, name);
    if (!(await isOver(folder, name, now))) continue;
    // Renamed first, so that a partly removed backup does not look complete.
    if (!name.endsWith('.part')) await rename(whole, `${whole}.part`);
    await rm(name.endsWith('.part') ? whole : `${whole}.part`, { recursive: true });
    expired.push(whole);
  }
  return expired;
}
