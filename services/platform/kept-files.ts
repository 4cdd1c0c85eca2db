import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';

/** Writes a value as JSON, so that whoever reads the file finds all of it or none. Throws what the file system throws. */
export async function keepFile(file: string, value: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(value)}\n`);
  await rename(`${file}.new`, file);
}

/**
 * What the files of a folder whose names have this form hold, in the order of their names; nothing where there is no such
 * folder. Throws an Error, `{name} {otherwise}`, for a file that does not fit the schema.
 */
export async function keptFiles<Schema extends z.ZodType>(
  folder: string,
  { form, schema, otherwise }: { readonly form: RegExp; readonly schema: Schema; readonly otherwise: string },
): Promise<z.output<Schema>[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => form.test(name)).sort();
  return Promise.all(
    files.map(async (name) => {
      const parsed = schema.safeParse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
      if (!parsed.success) throw new Error(`${name} ${otherwise}`);
      return parsed.data;
    }),
  );
}
