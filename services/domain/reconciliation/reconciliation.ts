import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import { type DataOf, type EventsOf, instant } from '../event-schema.ts';

/** `first`: the first differences, without personal data. */
export const reconciliationCheck = z.object({
  name: z.string(),
  examined: z.int(),
  differences: z.int(),
  first: z.array(z.object({ key: z.string(), what: z.string() })),
});

/** Stream `reconciliation-{id}`. */
export const reconciliationEvents = {
  ReconciliationAsked: z.object({
    reconciliationId: z.string(),
    how: z.enum(['nightly', 'asked', 'integrator-list']),
    askedAt: instant,
  }),
  ReconciliationFinished: z.object({
    reconciliationId: z.string(),
    checks: z.array(reconciliationCheck),
    differences: z.int(),
    finishedAt: instant,
  }),
} as const;

export type ReconciliationEvent = EventsOf<typeof reconciliationEvents>;
export type ReconciliationCheck = z.output<typeof reconciliationCheck>;

export const reconciliationStreamOf = (reconciliationId: string): string => `reconciliation-${reconciliationId}`;

/** The trigger of a reconciliation: the nightly job, a person, or an integrator's list. */
export type ReconciliationKind = DataOf<ReconciliationEvent, 'ReconciliationAsked'>['how'];

type Reconciliation =
  | { readonly status: 'none' }
  | { readonly status: 'requested' | 'finished'; readonly reconciliationId: string };

type ReconciliationCommand =
  | { readonly type: 'RequestReconciliation'; readonly reconciliationId: string; readonly how: ReconciliationKind }
  | { readonly type: 'FinishReconciliation'; readonly checks: readonly ReconciliationCheck[] };

/** Starts once and finishes once. Rejects with `reconciliation.unknown`. */
export const reconciliationDecider: Decider<Reconciliation, ReconciliationCommand, ReconciliationEvent> = {
  name: 'reconciliation',
  initial: { status: 'none' },
  decide(command, state, at) {
    if (command.type === 'RequestReconciliation') {
      const { reconciliationId, how } = command;
      return state.status === 'none'
        ? [{ type: 'ReconciliationAsked', data: { reconciliationId, how, askedAt: at } }]
        : [];
    }
    if (state.status === 'none')
      throw new DomainError('not-found', 'reconciliation.unknown', 'Reconciliation not found.');
    if (state.status === 'finished') return [];
    const { reconciliationId } = state;
    const checks = [...command.checks];
    const differences = checks.reduce((sum, check) => sum + check.differences, 0);
    return [{ type: 'ReconciliationFinished', data: { reconciliationId, checks, differences, finishedAt: at } }];
  },
  evolve: (_state, { type, data: { reconciliationId } }) => ({
    status: type === 'ReconciliationAsked' ? 'requested' : 'finished',
    reconciliationId,
  }),
};
