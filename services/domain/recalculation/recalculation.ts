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
  readonly status: 'none' | 'ordered' | 'begun' | 'refused' | 'finished';
  readonly recalculationId: string;
  /** What was approved, line by line; null in orders of older releases. */
  readonly digest: string | null;
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
      readonly digest: string;
      readonly requestedBy: number;
      readonly at: string;
    }
  /** What would be booked now, before anything is: its digest, and its sums. */
  | {
      readonly type: 'BeginRecalculation';
      readonly digest: string;
      readonly found: RecalculationTotals;
      readonly at: string;
    }
  | { readonly type: 'FinishRecalculation'; readonly booked: RecalculationTotals; readonly at: string };

/** Why a correction is not booked: what would be booked is not what two people saw. */
export const CHANGED = {
  code: 'what-if.changed',
  message: 'What would be booked is not what was approved any more. Ask what if, and for the correction, again.',
} as const;

/**
 * Ordered once, begun or refused once, finished once. It is refused where what would be booked is not what was approved;
 * once it is begun it is not compared again, since its own entries change the books. Refuses commands with
 * `recalculation.unknown`.
 */
export const recalculationDecider: Decider<Recalculation, RecalculationCommand, RecalculationEvent> = {
  name: 'recalculation',
  initial: { status: 'none', recalculationId: '', digest: null },
  decide(command, { status, recalculationId, digest }) {
    if (command.type === 'OrderRecalculation') {
      if (status !== 'none') return [];
      const { type: _type, at: orderedAt, ...data } = command;
      return [{ type: 'RecalculationOrdered', data: { ...data, how: howOf(data.definition), orderedAt } }];
    }
    if (status === 'none') throw new DomainError('not-found', 'recalculation.unknown', 'There is no such correction.');
    if (command.type === 'BeginRecalculation') {
      if (status !== 'ordered') return [];
      const { found, at } = command;
      if (digest === null || digest === command.digest)
        return [{ type: 'RecalculationBegun', data: { recalculationId, begunAt: at } }];
      return [{ type: 'RecalculationRefused', data: { recalculationId, ...CHANGED, found, refusedAt: at } }];
    }
    if (status === 'finished' || status === 'refused') return [];
    return [
      { type: 'RecalculationFinished', data: { recalculationId, booked: command.booked, finishedAt: command.at } },
    ];
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'RecalculationOrdered':
        return { status: 'ordered', recalculationId: data.recalculationId, digest: data.digest ?? null };
      case 'RecalculationBegun':
        return { ...state, status: 'begun' };
      case 'RecalculationRefused':
        return { ...state, status: 'refused' };
      case 'RecalculationFinished':
        return { ...state, status: 'finished' };
    }
  },
};
