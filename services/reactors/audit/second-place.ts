import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Checkpoint, checkpointEvents } from '@fynbos/domain/checkpoint/events.ts';
import type { Config } from '@fynbos/platform/config.ts';
import { keepFile, keptFiles } from '@fynbos/platform/kept-files.ts';

/** What to say at the start of a product whose checkpoints lie where its events do and nowhere else; null in all other cases. */
export const secondPlaceMissing = ({
  production,
  checkpointFolder,
  checkpointMail,
}: Pick<Config, 'production' | 'checkpointFolder' | 'checkpointMail'>): string | null =>
  production && checkpointFolder === null && checkpointMail === null
    ? 'neither CHECKPOINT_FOLDER nor CHECKPOINT_MAIL is set: whoever can write to the database can cut off the log together with its checkpoints, and nobody would see it'
    : null;

/** A second place is named and is not there; the message names it. */
export class SecondPlaceAway extends Error {
  override readonly name = 'SecondPlaceAway';
}

/**
 * For commands, to which a folder that is not there must not look like one that holds nothing: a name that is mistyped, a
 * disk that is not mounted. The reactors make theirs. Throws `SecondPlaceAway`.
 */
export async function assertSecondPlace(folder: string | null): Promise<void> {
  if (folder === null) return;
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!found?.isDirectory())
    throw new SecondPlaceAway(`There is no folder ${folder}, the second place that was named: is it mounted?`);
}

const FORM = /^checkpoint-\d+\.json$/;
const fileOf = (folder: string, { number }: Checkpoint): string =>
  path.join(folder, `checkpoint-${String(number).padStart(8, '0')}.json`);

/**
 * Keeps checkpoints in a folder too, a file each, best on a disk that the database's administrators cannot write to. What is
 * there stays: a file is never overwritten, so that a log that was told anew does not cover its traces.
 */
export async function keepInSecondPlace(folder: string, checkpoints: readonly Checkpoint[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const there = new Set(await readdir(folder));
  for (const checkpoint of checkpoints) {
    const file = fileOf(folder, checkpoint);
    if (there.has(path.basename(file))) continue;
    await keepFile(file, checkpoint);
  }
}

/** What the second place keeps, in order; nothing where there is no such folder. Throws an Error for a file that is no checkpoint. */
export async function readSecondPlace(folder: string | null): Promise<Checkpoint[]> {
  if (folder === null) return [];
  return keptFiles(folder, {
    form: FORM,
    schema: checkpointEvents.LogCheckpointed,
    otherwise: 'in the second place is no checkpoint',
  });
}
