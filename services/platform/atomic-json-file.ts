import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import type { z } from 'zod';

/** Minimum age in milliseconds of a temporary file that a crashed process left behind. */
const LEFT_AFTER_MS = HOUR_MS;
const TEMPORARY = '.new';

/**
 * Atomic, also across a power failure; the last of several writers wins. `mode`: permissions. (The package
 * write-file-atomic does not sync the folder, so it can lose the name.)
 */
export async function writeJsonFile(file: string, value: object, mode = 0o666): Promise<void> {
  const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(`${JSON.stringify(value)}\n`);
      // Sync the content before the name: a file system may keep one and lose the other.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** The names of its files, but not their content, survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes the temporary files of crashed processes. Throws file system errors. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(TEMPORARY)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_AFTER_MS) await rm(file, { force: true });
  }
}

export interface JsonFiles<Value> {
  /** By file name. */
  readonly values: readonly Value[];
  /** Names of empty files. Earlier releases, which did not sync, left them after a power failure. */
  readonly unwritten: readonly string[];
}

/** Empty, or the zero bytes of blocks that were never written. */
const isUnwritten = (text: string): boolean => /^\0*$/.test(text);

/** Empty if the folder does not exist. Throws `{name} {otherwise}` for a file that does not match the schema. */
export async function readJsonFiles<Schema extends z.ZodType>(
  folder: string,
  { form, schema, otherwise }: { readonly form: RegExp; readonly schema: Schema; readonly otherwise: string },
): Promise<JsonFiles<z.output<Schema>>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => form.test(name)).sort();
  const read = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      if (isUnwritten(text)) return { name };
      const parsed = schema.safeParse(jsonOf(text));
      if (!parsed.success) throw new Error(`${name} ${otherwise}`);
      return { name, value: parsed.data };
    }),
  );
  return {
    values: read.flatMap(({ value }) => (value === undefined ? [] : [value])),
    unwritten: read.flatMap(({ name, value }) => (value === undefined ? [name] : [])),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
