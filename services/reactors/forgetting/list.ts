import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { agentEvents } from '@fynbos/domain/agent/events.ts';
import { z } from 'zod';

/** Who was forgotten, when, and what the law keeps: a number and days, nothing of the person. */
const forgotten = agentEvents.AgentForgotten.extend({ agentId: z.int().positive() });
export type Forgotten = z.output<typeof forgotten>;

const FORM = /^forgotten-\d+\.json$/;

/**
 * Keeps in the second place that somebody was forgotten, a file each: a backup of before knows nothing of it.
 * Throws what the file system throws.
 */
export async function keepForgotten(folder: string, person: Forgotten): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `forgotten-${person.agentId}.json`);
  await writeFile(`${file}.new`, `${JSON.stringify(forgotten.parse(person))}\n`);
  await rename(`${file}.new`, file);
}

/** Who was forgotten, as the second place knows; nobody where there is no such folder. Throws an Error for a file that is none. */
export async function readForgotten(folder: string | null): Promise<Forgotten[]> {
  if (folder === null) return [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Promise.all(
    names
      .filter((name) => FORM.test(name))
      .map(async (name) => {
        const parsed = forgotten.safeParse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
        if (!parsed.success) throw new Error(`${name} in the second place does not say who was forgotten`);
        return parsed.data;
      }),
  );
}
