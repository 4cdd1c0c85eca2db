import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { agentEvents } from '@fynbos/domain/agent/events.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { readJsonFiles, writeJsonFile } from '@fynbos/platform/atomic-json-file.ts';
import { z } from 'zod';

/** Who was forgotten, when, and what the law keeps: a number and days, nothing of the person. */
const forgotten = agentEvents.AgentForgotten.extend({ agentId: z.int().positive() });
export type ErasedPerson = z.output<typeof forgotten>;

const FORM = /^forgotten-\d+\.json$/;

/**
 * Keeps in the second place that somebody was forgotten, a file each: a backup of before knows nothing of it.
 * Throws what the file system throws.
 */
export async function recordErased(folder: string, person: ErasedPerson): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeJsonFile(path.join(folder, `forgotten-${person.agentId}.json`), forgotten.parse(person));
}

/**
 * Keeps everybody whom the log says is forgotten and the second place does not yet: from before there was one, or where the
 * folder was away. Once a day. Gives how many they were. Throws `StoreUnavailable`, and what the file system throws.
 */
export async function recordAllErased({ store }: Pick<EventLog, 'store'>, folder: string): Promise<{ people: number }> {
  // One in which nothing was ever written is written anew.
  const there = new Set((await look(folder)).kept.map(({ agentId }) => agentId));
  let people = 0;
  for await (const events of allPages(store, { types: ['AgentForgotten'] })) {
    for (const { streamId, data } of events) {
      const agentId = Number(streamId.slice('agent-'.length));
      if (there.has(agentId)) continue;
      await recordErased(folder, { ...agentEvents.AgentForgotten.parse(data), agentId });
      people++;
    }
  }
  return { people };
}

const look = (folder: string) =>
  readJsonFiles(folder, {
    form: FORM,
    schema: forgotten,
    otherwise: 'in the second place does not say who was forgotten',
  });

/**
 * Who was forgotten, as the second place knows; nobody where there is no such folder. Throws an Error for a file that says
 * nothing of it, an empty one too: somebody was forgotten, and must not come back unseen.
 */
export async function readErased(folder: string | null): Promise<readonly ErasedPerson[]> {
  if (folder === null) return [];
  const { kept, unwritten } = await look(folder);
  if (unwritten.length > 0)
    throw new Error(`${unwritten.join(', ')} in the second place is empty: forget them anew, and put it aside`);
  return kept;
}
