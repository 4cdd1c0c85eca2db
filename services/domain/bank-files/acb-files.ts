import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { fieldError } from '../errors.ts';
import { type DataOf, type EventsOf, instant } from '../event-schema.ts';

const generation = z.int();

/** Stream `acb-files`: the generation numbers of ACB files, by user code. Administrators are named by their id. */
export const acbFileEvents = {
  AcbFileCounted: z.object({
    userCode: z.string(),
    generation,
    runId: z.string(),
    reference: z.string(),
    countedAt: instant,
  }),
  /** The next file has this number: another system sent files before, or the bank did not receive one. */
  AcbGenerationSet: z.object({
    userCode: z.string(),
    next: generation,
    reason: z.string(),
    setBy: z.int(),
    setAt: instant,
  }),
} as const;

export type AcbFileEvent = EventsOf<typeof acbFileEvents>;

export const ACB_FILES_STREAM = 'acb-files';

/** The largest generation number of a file; 1 follows it. */
const LAST_GENERATION = 9999;

interface AcbFiles {
  /** The number of the next file by user code; 1 for a code without files. */
  readonly next: ReadonlyMap<string, number>;
  /** Oldest first. */
  readonly files: readonly DataOf<AcbFileEvent, 'AcbFileCounted'>[];
}

export type AcbFilesCommand = { readonly userCode: string } & (
  | { readonly type: 'CountAcbFile'; readonly runId: string; readonly reference: string }
  | { readonly type: 'SetAcbGeneration'; readonly next: number; readonly reason: string; readonly by: number }
);

export const nextGeneration = ({ next }: AcbFiles, userCode: string): number => next.get(userCode) ?? 1;

/** The number of a run's file; undefined while it is not counted. */
export const generationOf = ({ files }: AcbFiles, userCode: string, runId: string): number | undefined =>
  files.find((file) => file.userCode === userCode && file.runId === runId)?.generation;

/** Counts files by user code: the bank takes each number once and in order, so a run keeps its own (O23). */
export const acbFilesDecider: Decider<AcbFiles, AcbFilesCommand, AcbFileEvent> = {
  name: 'acb-files',
  initial: { next: new Map(), files: [] },

  decide(command, state, at) {
    const { userCode } = command;
    if (command.type === 'CountAcbFile') {
      const { runId, reference } = command;
      if (generationOf(state, userCode, runId) !== undefined) return [];
      const generation = nextGeneration(state, userCode);
      return [{ type: 'AcbFileCounted', data: { userCode, generation, runId, reference, countedAt: at } }];
    }
    const { next, reason, by: setBy } = command;
    if (!Number.isInteger(next) || next < 1 || next > LAST_GENERATION)
      throw fieldError('acb-files.next', 'next', `A generation number is from 1 to ${LAST_GENERATION}.`);
    if (next === nextGeneration(state, userCode)) return [];
    return [{ type: 'AcbGenerationSet', data: { userCode, next, reason, setBy, setAt: at } }];
  },

  evolve({ next, files }, { type, data }) {
    if (type === 'AcbGenerationSet') return { next: new Map(next).set(data.userCode, data.next), files };
    const following = data.generation === LAST_GENERATION ? 1 : data.generation + 1;
    return { next: new Map(next).set(data.userCode, following), files: [...files, data] };
  },
};
