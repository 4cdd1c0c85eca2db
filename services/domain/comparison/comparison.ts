import type { Month } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { minus, NOTHING, plus, sameAmounts } from '../rewards-account/amounts.ts';
import type { ComparisonBasis, ComparisonEvent, ComparisonResult } from './events.ts';

export const comparisonStreamOf = (comparisonId: string): string => `comparison-${comparisonId}`;

/** What is compared. Instants are ISO 8601 UTC. */
export interface ComparisonDefinition {
  readonly basis: ComparisonBasis;
  readonly months: { readonly from: Month; readonly to: Month } | null;
  readonly from: string;
  readonly to: string;
}

export type Comparison =
  | { readonly status: 'none' }
  | { readonly status: 'requested' | 'finished' | 'failed'; readonly comparisonId: string };

/** `at` is the instant of the command, ISO 8601 UTC. */
export type ComparisonCommand =
  | ({
      readonly type: 'RequestComparison';
      readonly comparisonId: string;
      readonly reason: string;
      readonly by: number;
      readonly at: string;
    } & ComparisonDefinition)
  | ({ readonly type: 'FinishComparison'; readonly at: string } & ComparisonResult);

const invalid = (field: string, message: string) =>
  new DomainError('invalid', `comparison.${field}`, message, [{ field, message }]);

function checkDefinition({ basis, months, from, to }: ComparisonDefinition, at: string): void {
  if (from >= to) throw invalid('to', 'The second moment must be after the first.');
  if (to > at) throw invalid('to', 'The second moment must not be in the future.');
  if (basis === 'rewards' && months === null) throw invalid('months', 'Choose the months of the rewards.');
  if (basis === 'balances' && months !== null)
    throw invalid('months', 'Balances contain every month. Compare rewards to choose months.');
  if (months !== null && months.from > months.to)
    throw invalid('months', 'The last month must not be before the first.');
}

const UNBALANCED =
  'The opening figure and the changes do not lead to the closing figure. Ask an administrator to check.';

/**
 * The rules of a comparison (L15): requested once, finished once, and only with opening + bridge = closing.
 * Rejects with `comparison.to`, `comparison.months` and `comparison.unknown`.
 */
export const comparisonDecider: Decider<Comparison, ComparisonCommand, ComparisonEvent> = {
  name: 'comparison',
  initial: { status: 'none' },
  decide(command, state) {
    if (command.type === 'RequestComparison') {
      const { type: _type, at: requestedAt, by: requestedBy, ...data } = command;
      if (state.status !== 'none') return [];
      checkDefinition(command, requestedAt);
      return [{ type: 'ComparisonRequested', data: { ...data, requestedBy, requestedAt } }];
    }
    if (state.status === 'none') throw new DomainError('not-found', 'comparison.unknown', 'Comparison not found.');
    if (state.status !== 'requested') return [];
    const { type: _type, at, ...result } = command;
    const { comparisonId } = state;
    const change = result.bridge.reduce<typeof NOTHING>(plus, NOTHING);
    return sameAmounts(minus(result.closing, result.opening), change)
      ? [{ type: 'ComparisonFinished', data: { comparisonId, ...result, finishedAt: at } }]
      : [{ type: 'ComparisonFailed', data: { comparisonId, ...result, message: UNBALANCED, failedAt: at } }];
  },
  evolve: (_state, { type, data: { comparisonId } }) => ({
    status: type === 'ComparisonRequested' ? 'requested' : type === 'ComparisonFinished' ? 'finished' : 'failed',
    comparisonId,
  }),
};
