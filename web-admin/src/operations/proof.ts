import type { Verification } from '@fynbos/api/audit/answers.ts';

export type Finding = NonNullable<Verification['result']>['findings'][number];

const STILL_MS = 60_000;

/** Whether a running verification has not reported for a minute, which means that its process has ended. */
export const isAbandoned = ({ state, updatedAt }: Pick<Verification, 'state' | 'updatedAt'>, now: number): boolean =>
  state === 'running' && now - Date.parse(updatedAt) > STILL_MS;

/**
 * Estimates the remaining milliseconds of a running verification from its progress; null before an estimate is
 * possible.
 */
export function remainingMs({ done, total, startedAt }: Verification, now: number): number | null {
  const passed = now - Date.parse(startedAt);
  return done > 0 && total > done ? (passed / done) * (total - done) : null;
}
