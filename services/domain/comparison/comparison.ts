import { z } from 'zod';
import { minus, plus, sameAmounts, ZERO } from '../amounts.ts';
import type { Decider } from '../decider.ts';
import { DomainError, fieldError } from '../errors.ts';
import { amounts, type DataOf, type EventsOf, instant } from '../event-schema.ts';
import type { CodeOf } from '../refusal-codes.ts';
import { CAUSES, type Cause } from './causes.ts';

const month = z.string();

const cause = z.enum(Object.keys(CAUSES) as [Cause, ...Cause[]]);

/** One step of the bridge: the entries of one cause between the two moments. */
export const bridgeStep = amounts.extend({ cause, entries: z.int(), agents: z.int() });

const result = z.object({
  opening: amounts,
  closing: amounts,
  bridge: z.array(bridgeStep),
  entries: z.int(),
  agents: z.int(),
  reservations: z.int(),
});

/** Stream `comparison-{id}`. */
export const comparisonEvents = {
  /**
   * `basis`: the balances owed to all agents, or the rewards of the rentals invoiced in `months` (both included).
   * Entries recorded at the moment `from` or `to` belong to it.
   */
  ComparisonRequested: z.object({
    comparisonId: z.string(),
    basis: z.enum(['balances', 'rewards']),
    months: z.object({ from: month, to: month }).nullable(),
    from: instant,
    to: instant,
    reason: z.string(),
    requestedBy: z.int(),
    requestedAt: instant,
  }),
  ComparisonFinished: result.extend({ comparisonId: z.string(), finishedAt: instant }),
  /** Opening and bridge did not lead to the closing figure; the result is shown as not reliable. */
  ComparisonFailed: result.extend({ comparisonId: z.string(), message: z.string(), failedAt: instant }),
} as const;

export type ComparisonEvent = EventsOf<typeof comparisonEvents>;
export type ComparedAmounts = z.output<typeof amounts>;
export type BridgeStep = z.output<typeof bridgeStep>;
export type ComparisonResult = z.output<typeof result>;

export const comparisonStreamOf = (comparisonId: string): string => `comparison-${comparisonId}`;

/** What is compared. Instants are ISO 8601 UTC. */
export type ComparisonDefinition = Readonly<
  Pick<DataOf<ComparisonEvent, 'ComparisonRequested'>, 'basis' | 'months' | 'from' | 'to'>
>;

type ComparisonState =
  | { readonly status: 'none' }
  | { readonly status: 'requested' | 'finished' | 'failed'; readonly comparisonId: string };

export type ComparisonCommand =
  | ({
      readonly type: 'RequestComparison';
      readonly comparisonId: string;
      readonly reason: string;
      readonly by: number;
    } & ComparisonDefinition)
  | ({ readonly type: 'FinishComparison' } & ComparisonResult);

const invalid = (field: CodeOf<'comparison'>, message: string) => fieldError(`comparison.${field}`, field, message);

function checkDefinition({ basis, months, from, to }: ComparisonDefinition, at: string): void {
  if (from >= to) throw invalid('to', 'The second date must be after the first.');
  if (to > at) throw invalid('to', 'The second date must not be in the future.');
  if (basis === 'rewards' && months === null) throw invalid('months', 'Choose the months of the rewards.');
  if (basis === 'balances' && months !== null)
    throw invalid('months', 'Balances contain every month. Compare rewards to choose months.');
  if (months !== null && months.from > months.to)
    throw invalid('months', 'The last month must not be before the first.');
}

const UNBALANCED =
  'The opening figure and the changes do not lead to the closing figure. Ask an administrator to check.';

/** Finished once, and only with opening + bridge = closing (L15). Rejects with `comparison.{to,months,unknown}`. */
export const comparisonDecider: Decider<ComparisonState, ComparisonCommand, ComparisonEvent> = {
  name: 'comparison',
  initial: { status: 'none' },
  decide(command, state, at) {
    if (command.type === 'RequestComparison') {
      const { type: _type, by: requestedBy, ...data } = command;
      if (state.status !== 'none') return [];
      checkDefinition(command, at);
      return [{ type: 'ComparisonRequested', data: { ...data, requestedBy, requestedAt: at } }];
    }
    if (state.status === 'none') throw new DomainError('not-found', 'comparison.unknown', 'Comparison not found.');
    if (state.status !== 'requested') return [];
    const { type: _type, ...result } = command;
    const { comparisonId } = state;
    const change = result.bridge.reduce<typeof ZERO>(plus, ZERO);
    return sameAmounts(minus(result.closing, result.opening), change)
      ? [{ type: 'ComparisonFinished', data: { comparisonId, ...result, finishedAt: at } }]
      : [{ type: 'ComparisonFailed', data: { comparisonId, ...result, message: UNBALANCED, failedAt: at } }];
  },
  evolve: (_state, { type, data: { comparisonId } }) => ({
    status: type === 'ComparisonRequested' ? 'requested' : type === 'ComparisonFinished' ? 'finished' : 'failed',
    comparisonId,
  }),
};
