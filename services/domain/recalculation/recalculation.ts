import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { DataOf } from '../event-schema.ts';
import type { RecalculationDefinition, RecalculationEvent, RecalculationTotals } from './events.ts';

export const recalculationStreamOf = (recalculationId: string): string => `recalculation-${recalculationId}`;

/** How a recalculation is executed: `adjust` books corrections, `reassess` decides the rentals again. */
export const methodOf = ({ reassess }: RecalculationDefinition): 'adjust' | 'reassess' =>
  reassess === null ? 'adjust' : 'reassess';

export type Recalculation =
  | { readonly status: 'none' }
  /** `digest`: digest of the approved preview; null in orders of releases without digests. */
  | { readonly status: 'ordered'; readonly recalculationId: string; readonly digest: string | null }
  | { readonly status: 'begun' | 'refused' | 'finished'; readonly recalculationId: string };

export type RecalculationCommand =
  | ({ readonly type: 'OrderRecalculation' } & Omit<
      DataOf<RecalculationEvent, 'RecalculationOrdered'>,
      'how' | 'orderedAt'
    >)
  /** The digest and totals of the booking as computed now, before any entry is booked. */
  | { readonly type: 'BeginRecalculation'; readonly digest: string; readonly found: RecalculationTotals }
  | { readonly type: 'FinishRecalculation'; readonly booked: RecalculationTotals };

/** The data changed after the approval. */
const DATA_CHANGED = {
  code: 'what-if.changed',
  message: 'The data changed after the preview. Run the simulation again and request a new correction.',
} as const;

/**
 * Begun or refused once, finished once (L8). Compares with the approved preview only before the start, because its own
 * entries change the accounts. Rejects with `recalculation.unknown`.
 */
export const recalculationDecider: Decider<Recalculation, RecalculationCommand, RecalculationEvent> = {
  name: 'recalculation',
  initial: { status: 'none' },
  decide(command, state, at) {
    if (command.type === 'OrderRecalculation') {
      if (state.status !== 'none') return [];
      const { type: _type, ...data } = command;
      return [{ type: 'RecalculationOrdered', data: { ...data, how: methodOf(data.definition), orderedAt: at } }];
    }
    if (state.status === 'none') throw new DomainError('not-found', 'recalculation.unknown', 'Correction not found.');
    const { recalculationId } = state;
    if (command.type === 'BeginRecalculation') {
      if (state.status !== 'ordered') return [];
      const { found } = command;
      if (state.digest === null || state.digest === command.digest)
        return [{ type: 'RecalculationBegun', data: { recalculationId, begunAt: at } }];
      return [{ type: 'RecalculationRefused', data: { recalculationId, ...DATA_CHANGED, found, refusedAt: at } }];
    }
    if (state.status === 'finished' || state.status === 'refused') return [];
    return [{ type: 'RecalculationFinished', data: { recalculationId, booked: command.booked, finishedAt: at } }];
  },
  evolve(_state, { type, data }) {
    const { recalculationId } = data;
    switch (type) {
      case 'RecalculationOrdered':
        return { status: 'ordered', recalculationId, digest: data.digest ?? null };
      case 'RecalculationBegun':
        return { status: 'begun', recalculationId };
      case 'RecalculationRefused':
        return { status: 'refused', recalculationId };
      case 'RecalculationFinished':
        return { status: 'finished', recalculationId };
    }
  },
};
