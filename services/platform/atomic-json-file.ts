import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

/** A temporary file of this age was left by a process that died; by the clocks of who wrote and who looks. */
const LEFT_AFTER_MS = 3_600_000;
const TEMPORARY = '.new';

/**
 * Writes a value as JSON, so that whoever reads the file finds all of it or none, also after the machine lost its power.
 * Any number of processes may write one file at once; the last one's stays. Throws what the file system throws.
 */
export async function writeJsonFile(file: string, value: object): Promise<void> {
  const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(`${JSON.stringify(value)}\n`);
      // Before the name: a file system may keep the one and lose the other.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  const folder = await open(path.dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Removes temporary files that processes left which died while they wrote. Throws what the file system throws. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(TEMPORARY)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_AFTER_MS) await rm(file, { force: true });
  }
}

export interface JsonFiles<Value> {
  /** In the order of their names. */
  readonly kept: readonly Value[];
  /** Names of files in which nothing was ever written: releases that did not wait for the disk left them at a loss of power. */
  readonly unwritten: readonly string[];
}

/** Nothing, or what a file system shows of blocks that it never wrote. */
const isUnwritten = (text: string): boolean => /^\0*$/.test(text);

/**
 * What the files of a folder whose names have this form hold; nothing where there is no such folder. Throws an Error, `{name} {otherwise}`, for a file that does not fit the schema.
 */
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
    kept: read.flatMap(({ value }) => (value === undefined ? [] : [value])),
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
