import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { agentEvents } from '@fynbos/domain/agent/events.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { z } from 'zod';

/** Who was forgotten, when, and what the law keeps: a number and days, nothing of the person. */
const forgotten = agentEvents.AgentForgotten.extend({ agentId: z.int().positive() });
export type Forgotten = z.output<typeof forgotten>;

const PAGE = 1_000;
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

/**
 * Keeps everybody whom the log says is forgotten and the second place does not yet: from before there was one, or where the
 * folder was away. Once a day. Gives how many they were. Throws `StoreUnavailable`, and what the file system throws.
 */
export async function keepAllForgotten(
  { store }: Pick<EventLog, 'store'>,
  folder: string,
): Promise<{ people: number }> {
  const there = new Set((await readForgotten(folder)).map(({ agentId }) => agentId));
  let people = 0;
  for (let from: Position | undefined; ; ) {
    const page = await store.readAll({
      ...(from === undefined ? {} : { from }),
      limit: PAGE,
      filter: { types: ['AgentForgotten'] },
    });
    for (const { streamId, data } of page.events) {
      const agentId = Number(streamId.slice('agent-'.length));
      if (there.has(agentId)) continue;
      await keepForgotten(folder, { ...agentEvents.AgentForgotten.parse(data), agentId });
      people++;
    }
    if (page.atEnd) return { people };
    from = page.next;
  }
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
