import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Checkpoint, checkpointEvents } from '@fynbos/domain/audit/checkpoint.ts';
import { statementHash } from '@fynbos/event-store/audit/signature.ts';
import { readJsonFiles, removeTemporaryFiles, writeJsonFile } from '@fynbos/platform/atomic-json-file.ts';
import type { Config } from '@fynbos/platform/config/config.ts';

/** A warning if a production system stores its checkpoints only in the event store's database; null otherwise. */
export const checkpointArchiveMissing = ({
  production,
  checkpointFolder,
  checkpointMail,
}: Pick<Config, 'production' | 'checkpointFolder' | 'checkpointMail'>): string | null =>
  production && checkpointFolder === null && checkpointMail === null
    ? 'neither CHECKPOINT_FOLDER nor CHECKPOINT_MAIL is set: a person who can write to the database could truncate the log together with its checkpoints unnoticed'
    : null;

/** The configured checkpoint archive folder does not exist; the message names the folder. */
export class CheckpointArchiveUnavailable extends Error {
  override readonly name = 'CheckpointArchiveUnavailable';
}

/**
 * Used by commands: a missing folder (a mistyped name, an unmounted disk) must not look like an empty archive. The
 * reactors create their own. Throws `CheckpointArchiveUnavailable`.
 */
export async function assertCheckpointArchive(folder: string | null): Promise<void> {
  if (folder === null) return;
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found?.isDirectory())
    throw new CheckpointArchiveUnavailable(
      `The folder ${folder} of the checkpoint archive does not exist. Is it mounted?`,
    );
}

const CHECKPOINT_FILE_NAME = /^checkpoint-(\d+)\.json$/;
const fileOf = (folder: string, number: number): string =>
  path.join(folder, `checkpoint-${String(number).padStart(8, '0')}.json`);

/** The content of a checkpoint archive, in order. */
export interface CheckpointArchive {
  readonly checkpoints: readonly Checkpoint[];
  /** Numbers of checkpoints with a file name but no content, left by a power loss during the write. */
  readonly unwritten: readonly number[];
  /** The number of the last checkpoint known to the archive; 0 when it knows of none. */
  readonly last: number;
}

/** Reads the archive; empty when there is no such folder. Throws an `Error` for a file that is not a checkpoint. */
export async function readCheckpointArchive(folder: string | null): Promise<CheckpointArchive> {
  if (folder === null) return { checkpoints: [], unwritten: [], last: 0 };
  const { values: checkpoints, unwritten } = await readJsonFiles(folder, {
    form: CHECKPOINT_FILE_NAME,
    schema: checkpointEvents.LogCheckpointed,
    otherwise: 'in the checkpoint archive is not a checkpoint',
  });
  const numbers = unwritten.map((name) => Number(CHECKPOINT_FILE_NAME.exec(name)?.[1]));
  return { checkpoints, unwritten: numbers, last: Math.max(0, checkpoints.at(-1)?.number ?? 0, ...numbers) };
}

/**
 * Copies checkpoints to files, ideally on a disk that the database's administrators cannot write to. Files are never
 * overwritten, so a rewritten log cannot hide that it changed; only an empty one, which holds no evidence, is filled if
 * the log's checkpoint chains with the neighbours. `archive`: as read before. Returns the numbers of the filled files.
 * Throws if a checkpoint does not chain.
 */
export async function archiveCheckpoint(
  folder: string,
  archive: CheckpointArchive,
  checkpoints: readonly Checkpoint[],
): Promise<number[]> {
  await mkdir(folder, { recursive: true });
  const names = new Set(await readdir(folder));
  const empty = new Set(archive.unwritten);
  const byNumber = new Map([...checkpoints, ...archive.checkpoints].map((one) => [one.number, one]));
  const rewritten: number[] = [];
  for (const checkpoint of checkpoints) {
    const { number } = checkpoint;
    const file = fileOf(folder, number);
    if (empty.has(number)) {
      if (!follows(checkpoint, byNumber.get(number - 1)) || !follows(byNumber.get(number + 1), checkpoint))
        throw new Error(
          `${path.basename(file)} in the checkpoint archive is empty, and the log's checkpoint does not match its neighbours`,
        );
      rewritten.push(number);
    } else if (number <= archive.last || names.has(path.basename(file))) continue;
    await writeJsonFile(file, checkpoint);
  }
  await removeTemporaryFiles(folder);
  return rewritten;
}

/** Whether a checkpoint directly follows another. A missing checkpoint on either side counts as a match. */
const follows = (checkpoint: Checkpoint | undefined, before: Checkpoint | undefined): boolean =>
  !checkpoint || !before || checkpoint.previous === statementHash(before);
