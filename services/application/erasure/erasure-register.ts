import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { agentIdOf } from '@fynbos/domain/agent/agent.ts';
import { agentEvents } from '@fynbos/domain/agent/events.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { readJsonFiles, writeJsonFile } from '@fynbos/platform/atomic-json-file.ts';
import { z } from 'zod';

/** An erasure record: agent id, dates and what the law requires to be retained. It contains no personal data. */
const forgotten = agentEvents.AgentForgotten.extend({ agentId: z.int().positive() });
export type ErasureRecord = z.output<typeof forgotten>;

const ERASURE_FILE_NAME = /^forgotten-\d+\.json$/;

/** One file per person in the checkpoint archive: an older backup does not contain the erasure. */
export async function recordErased(folder: string, person: ErasureRecord): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeJsonFile(path.join(folder, `forgotten-${person.agentId}.json`), forgotten.parse(person));
}

/** Adds erasures from before the archive existed or while it was unavailable. Runs daily. Returns their number. */
export async function recordAllErased({ store }: Pick<EventLog, 'store'>, folder: string): Promise<{ people: number }> {
  // A file without content counts as missing and is written again.
  const listed = new Set((await readRegister(folder)).values.map(({ agentId }) => agentId));
  let people = 0;
  for await (const events of allPages(store, { types: ['AgentForgotten'] })) {
    for (const { streamId, data } of events) {
      const agentId = agentIdOf(streamId);
      if (listed.has(agentId)) continue;
      await recordErased(folder, { ...agentEvents.AgentForgotten.parse(data), agentId });
      people++;
    }
  }
  return { people };
}

const readRegister = (folder: string) =>
  readJsonFiles(folder, {
    form: ERASURE_FILE_NAME,
    schema: forgotten,
    otherwise: 'in the checkpoint archive is not an erasure record',
  });

/** Empty without a folder. Throws for an unreadable file: it records an erasure, which must not be lost unnoticed. */
export async function readErased(folder: string | null): Promise<readonly ErasureRecord[]> {
  if (folder === null) return [];
  const { values: kept, unwritten } = await readRegister(folder);
  if (unwritten.length > 0)
    throw new Error(`${unwritten.join(', ')} in the archive is empty: erase these agents again, then remove the file`);
  return kept;
}
