import type { Day } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { Signal, SignalEvent } from './events.ts';

export const SIGNAL_UNKNOWN = 'Signal not found.';

export const signalStreamOf = (agentId: number, signalId: string): string => `signal-${agentId}-${signalId}`;

/** A finding. The same finding always has the same id. */
export interface Finding {
  readonly agentId: number;
  readonly signalId: string;
  readonly signal: Signal;
  readonly finding: string;
  readonly evidence: readonly string[];
}

export type SignalState =
  | { readonly status: 'none' }
  | { readonly status: 'raised' | 'dismissed'; readonly raised: Finding };

/** `today` is the Johannesburg day of the command. */
export type SignalCommand =
  | ({ readonly type: 'RaiseSignal'; readonly today: Day } & Finding)
  | { readonly type: 'DismissSignal'; readonly reason: string; readonly today: Day };

/**
 * The rules of a signal: raised once, dismissed once; a dismissed signal is not raised again. Rejects with
 * `signal.unknown`.
 */
export const signalDecider: Decider<SignalState, SignalCommand, SignalEvent> = {
  name: 'signal',
  initial: { status: 'none' },
  decide(command, state) {
    if (command.type === 'RaiseSignal') {
      if (state.status !== 'none') return [];
      const { agentId, signalId, signal, finding, evidence, today: on } = command;
      return [{ type: 'SignalRaised', data: { agentId, signalId, signal, finding, evidence: [...evidence], on } }];
    }
    if (state.status === 'none') throw new DomainError('not-found', 'signal.unknown', SIGNAL_UNKNOWN);
    if (state.status === 'dismissed') return [];
    const { agentId, signalId } = state.raised;
    return [{ type: 'SignalDismissed', data: { agentId, signalId, reason: command.reason, on: command.today } }];
  },
  evolve(state, event) {
    if (event.type === 'SignalRaised') return { status: 'raised', raised: event.data };
    return state.status === 'none' ? state : { ...state, status: 'dismissed' };
  },
};
