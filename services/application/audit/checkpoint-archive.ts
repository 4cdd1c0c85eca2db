import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Checkpoint, checkpointEvents } from '@fynbos/domain/checkpoint/events.ts';
import { statementHash } from '@fynbos/event-store/audit/signature.ts';
import { readJsonFiles, removeTemporaryFiles, writeJsonFile } from '@fynbos/platform/atomic-json-file.ts';
import type { Config } from '@fynbos/platform/config.ts';

/** What to say at the start of a product whose checkpoints lie where its events do and nowhere else; null in all other cases. */
export const checkpointArchiveMissing = ({
  production,
  checkpointFolder,
  checkpointMail,
}: Pick<Config, 'production' | 'checkpointFolder' | 'checkpointMail'>): string | null =>
  production && checkpointFolder === null && checkpointMail === null
    ? 'neither CHECKPOINT_FOLDER nor CHECKPOINT_MAIL is set: whoever can write to the database can cut off the log together with its checkpoints, and nobody would see it'
    : null;

/** A second place is named and is not there; the message names it. */
export class CheckpointArchiveUnavailable extends Error {
  override readonly name = 'SecondPlaceAway';
}

/**
 * For commands, to which a folder that is not there must not look like one that holds nothing: a name that is mistyped, a
 * disk that is not mounted. The reactors make theirs. Throws `SecondPlaceAway`.
 */
export async function assertCheckpointArchive(folder: string | null): Promise<void> {
  if (folder === null) return;
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found?.isDirectory())
    throw new CheckpointArchiveUnavailable(
      `There is no folder ${folder}, the second place that was named: is it mounted?`,
    );
}

const FORM = /^checkpoint-(\d+)\.json$/;
const fileOf = (folder: string, number: number): string =>
  path.join(folder, `checkpoint-${String(number).padStart(8, '0')}.json`);

/** What a second place keeps, in order. */
export interface CheckpointArchive {
  readonly checkpoints: readonly Checkpoint[];
  /** Numbers of checkpoints of which only the file's name is there: a loss of power came before its content. */
  readonly unwritten: readonly number[];
  /** The number of the last checkpoint that was made, as the second place knows; 0 where it knows of none. */
  readonly last: number;
}

/** What the second place keeps; nothing where there is no such folder. Throws an Error for a file that is no checkpoint. */
export async function readCheckpointArchive(folder: string | null): Promise<CheckpointArchive> {
  if (folder === null) return { checkpoints: [], unwritten: [], last: 0 };
  const { kept, unwritten } = await readJsonFiles(folder, {
    form: FORM,
    schema: checkpointEvents.LogCheckpointed,
    otherwise: 'in the second place is no checkpoint',
  });
  const numbers = unwritten.map((name) => Number(FORM.exec(name)?.[1]));
  return { checkpoints: kept, unwritten: numbers, last: Math.max(0, kept.at(-1)?.number ?? 0, ...numbers) };
}

/**
 * Keeps checkpoints in a folder too, a file each, best on a disk that the database's administrators cannot write to. What is
 * there stays: a file is never overwritten, so that a log that was told anew does not cover its traces. But one in which
 * nothing was ever written is written now, where the log's checkpoint goes with those that the folder has beside it: then
 * nothing is lost by it that an empty file could still tell. `there`: as the second place was found. Gives the numbers
 * of those that were written now because they were empty. Throws an Error where they do not go together.
 */
export async function archiveCheckpoint(
  folder: string,
  there: CheckpointArchive,
  checkpoints: readonly Checkpoint[],
): Promise<number[]> {
  await mkdir(folder, { recursive: true });
  const names = new Set(await readdir(folder));
  const empty = new Set(there.unwritten);
  const known = new Map([...checkpoints, ...there.checkpoints].map((one) => [one.number, one]));
  const mended: number[] = [];
  for (const checkpoint of checkpoints) {
    const { number } = checkpoint;
    const file = fileOf(folder, number);
    if (empty.has(number)) {
      if (!follows(checkpoint, known.get(number - 1)) || !follows(known.get(number + 1), checkpoint))
        throw new Error(
          `${path.basename(file)} in the second place is empty, and the log's does not go with those beside it`,
        );
      mended.push(number);
    } else if (number <= there.last || names.has(path.basename(file))) continue;
    await writeJsonFile(file, checkpoint);
  }
  await removeTemporaryFiles(folder);
  return mended;
}

/** Whether a checkpoint is the next after another; of those that are not there nothing is said. */
const follows = (checkpoint: Checkpoint | undefined, before: Checkpoint | undefined): boolean =>
  !checkpoint || !before || checkpoint.previous === statementHash(before);
