import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { RecalculationDefinition } from './definition.ts';
import type { RecalculationEvent, RecalculationReason, RecalculationTotals } from './events.ts';

/** The stream of a recalculation. */
export const recalculationStreamOf = (recalculationId: string): string => `recalculation-${recalculationId}`;

/** Books nothing by itself: `adjust` books entries, `reassess` takes decisions again. */
export const howOf = ({ reassess }: RecalculationDefinition): 'adjust' | 'reassess' =>
  reassess === null ? 'adjust' : 'reassess';

export interface Recalculation {
  readonly status: 'none' | 'ordered' | 'finished';
  readonly recalculationId: string;
}

/** `at` is the instant of the command, ISO 8601 UTC. */
export type RecalculationCommand =
  | {
      readonly type: 'OrderRecalculation';
      readonly recalculationId: string;
      readonly whatIfId: string;
      readonly definition: RecalculationDefinition;
      readonly reason: RecalculationReason;
      readonly text: string;
      readonly preview: RecalculationTotals;
      readonly requestedBy: number;
      readonly at: string;
    }
  | { readonly type: 'FinishRecalculation'; readonly booked: RecalculationTotals; readonly at: string };

/** Ordered once, finished once. Refuses with `recalculation.unknown`. */
export const recalculationDecider: Decider<Recalculation, RecalculationCommand, RecalculationEvent> = {
  name: 'recalculation',
  initial: { status: 'none', recalculationId: '' },
  decide(command, { status, recalculationId }) {
    if (command.type === 'OrderRecalculation') {
      if (status !== 'none') return [];
      const { type: _type, at: orderedAt, ...data } = command;
      return [{ type: 'RecalculationOrdered', data: { ...data, how: howOf(data.definition), orderedAt } }];
    }
    if (status === 'none') throw new DomainError('not-found', 'recalculation.unknown', 'There is no such correction.');
    if (status === 'finished') return [];
    return [
      { type: 'RecalculationFinished', data: { recalculationId, booked: command.booked, finishedAt: command.at } },
    ];
  },
  evolve: (_state, { type, data }) => ({
    status: type === 'RecalculationOrdered' ? 'ordered' : 'finished',
    recalculationId: data.recalculationId,
  }),
};
