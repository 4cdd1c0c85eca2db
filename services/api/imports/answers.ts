import type { ImportOutcome } from '@fynbos/application/import-run.ts';
import type { z } from 'zod';
import type { streamSummary } from '../rentals/answers.ts';

/** The answer to one line of an import. `type`: its kind, where the line states a known one. */
export interface ImportAnswer extends ImportOutcome {
  readonly type?: string;
}

/** A line of the answer of `POST /admin/import`: about the line with this index, or the end. */
export type ImportAnswerLine = (ImportAnswer & { readonly index: number }) | z.output<typeof streamSummary>;
