import type { Operations } from '@fynbos/api/operations/answers.ts';
import type { Wording } from '../i18n/T.tsx';

export type Subscription = Operations['followers'][number];

/** States of a replay that is still running. */
export const RUNNING: ReadonlySet<string> = new Set(['building', 'catching-up', 'comparing', 'swapping']);

/** Formats a duration in its largest meaningful unit: `4 min`, `12 s`. */
export function duration(ms: number): Wording {
  if (ms < 1_000) return ['%{count} ms', { count: Math.round(ms) }];
  if (ms < 90_000) return ['%{count} s', { count: Math.round(ms / 1_000) }];
  return ms < 5_400_000
    ? ['%{count} min', { count: Math.round(ms / 60_000) }]
    : ['%{count} h', { count: Math.round(ms / 3_600_000) }];
}
