import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { ReconciliationCheck, ReconciliationEvent } from './events.ts';

export const reconciliationStreamOf = (reconciliationId: string): string => `reconciliation-${reconciliationId}`;

export interface Reconciliation {
  readonly status: 'none' | 'asked' | 'finished';
  readonly reconciliationId: string;
}

/** `at` is the instant of the command, ISO 8601 UTC. */
export type ReconciliationCommand =
  | {
      readonly type: 'AskReconciliation';
      readonly reconciliationId: string;
      readonly how: 'nightly' | 'asked' | 'integrator-list';
      readonly at: string;
    }
  | { readonly type: 'FinishReconciliation'; readonly checks: readonly ReconciliationCheck[]; readonly at: string };

/** Asked once, finished once. Refuses with `reconciliation.unknown`. */
export const reconciliationDecider: Decider<Reconciliation, ReconciliationCommand, ReconciliationEvent> = {
  name: 'reconciliation',
  initial: { status: 'none', reconciliationId: '' },
  decide(command, { status, reconciliationId }) {
    if (command.type === 'AskReconciliation') {
      const { reconciliationId: id, how, at: askedAt } = command;
      return status === 'none' ? [{ type: 'ReconciliationAsked', data: { reconciliationId: id, how, askedAt } }] : [];
    }
    if (status === 'none')
      throw new DomainError('not-found', 'reconciliation.unknown', 'There is no such reconciliation.');
    if (status === 'finished') return [];
    const checks = [...command.checks];
    const differences = checks.reduce((sum, check) => sum + check.differences, 0);
    return [
      { type: 'ReconciliationFinished', data: { reconciliationId, checks, differences, finishedAt: command.at } },
    ];
  },
  evolve: (state, { type, data }) => ({
    ...state,
    status: type === 'ReconciliationAsked' ? 'asked' : 'finished',
    reconciliationId: data.reconciliationId,
  }),
};
