import type { Operations } from '@fynbos/api/operations/answers.ts';

export type Subscription = Operations['followers'][number];

/** States of a replay that is still running. */
export const RUNNING: ReadonlySet<string> = new Set(['building', 'catching-up', 'comparing', 'swapping']);
