import type { Decider } from '../decider.ts';
import type { ActEvent, ActFacts } from './events.ts';

export const actStream = (actId: string): string => `act-${actId}`;

export interface RecordAct extends ActFacts {
  readonly type: 'RecordAct';
}

/** An administrator's action that changes no record. Recorded once. */
export const actDecider: Decider<{ readonly isRecorded: boolean }, RecordAct, ActEvent> = {
  name: 'act',
  initial: { isRecorded: false },
  decide: ({ type: _type, ...data }, { isRecorded }) => (isRecorded ? [] : [{ type: 'AdminActed', data }]),
  evolve: () => ({ isRecorded: true }),
};
