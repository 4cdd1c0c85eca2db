import type { Decider } from '../decider.ts';
import type { Attempt, AttemptEvent } from './events.ts';

export const attemptStream = (attemptId: string): string => `attempt-${attemptId}`;

export interface RecordAttempt {
  readonly type: 'RecordAttempt';
  readonly attempt: Attempt;
}

/** An administrator's refused attempt. Recorded once. */
export const attemptDecider: Decider<{ readonly isRecorded: boolean }, RecordAttempt, AttemptEvent> = {
  name: 'attempt',
  initial: { isRecorded: false },
  decide: ({ attempt }, { isRecorded }) => (isRecorded ? [] : [{ type: 'AdminAttemptRefused', data: attempt }]),
  evolve: () => ({ isRecorded: true }),
};
