import { z } from 'zod';
import { dayOf } from '../calendar.ts';
import type { Decider } from '../decider.ts';
import { DomainError } from '../errors.ts';
import type { DataOf, EventsOf } from '../event-schema.ts';

/** Signals that hold payments at once are marked. */
export const SIGNALS = {
  SameBankAccount: { label: 'Same bank account', holds: true },
  ReferrersAccount: { label: 'Referrer’s bank account', holds: true },
  SelfReferral: { label: 'Self-referral', holds: true },
  PaymentFailed: { label: 'Last payment failed or was returned', holds: true },
  BankChangeNearRun: { label: 'Bank details changed shortly before a payout', holds: false },
  Burst: { label: 'Burst of reservations', holds: false },
  Rebooked: { label: 'Rebooked with a tracking number', holds: false },
  InvoicedTwice: { label: 'One invoice under several reservations', holds: false },
  LargeRental: { label: 'Unusually large rental', holds: false },
  ChangedSinceTakeOver: { label: 'Changed since the opening balance', holds: false },
} as const;
export type Signal = keyof typeof SIGNALS;

const common = { agentId: z.int().positive(), signalId: z.string() };

/**
 * Stream `signal-{agentId}-{signalId}`. It blocks nothing: finance holds payments (an entry with the same id) or
 * dismisses it.
 */
export const signalEvents = {
  SignalRaised: z.object({
    ...common,
    signal: z.enum(Object.keys(SIGNALS) as [Signal, ...Signal[]]),
    /** Without personal data. */
    finding: z.string(),
    /** Numbers of the reservations that show the finding. */
    evidence: z.array(z.string()),
    on: z.iso.date(),
  }),
  SignalDismissed: z.object({ ...common, reason: z.string(), on: z.iso.date() }),
} as const;

export type SignalEvent = EventsOf<typeof signalEvents>;

export const SIGNAL_UNKNOWN = 'Signal not found.';

export const signalStreamOf = (agentId: number, signalId: string): string => `signal-${agentId}-${signalId}`;

/** The same finding always has the same id. */
export type Finding = Readonly<
  Omit<DataOf<SignalEvent, 'SignalRaised'>, 'on' | 'evidence'> & { evidence: readonly string[] }
>;

type SignalState = { readonly status: 'none' } | { readonly status: 'raised' | 'dismissed'; readonly raised: Finding };

type SignalCommand =
  | ({ readonly type: 'RaiseSignal' } & Finding)
  | { readonly type: 'DismissSignal'; readonly reason: string };

/** A signal is raised once and dismissed once (S5). Rejects with `signal.unknown`. */
export const signalDecider: Decider<SignalState, SignalCommand, SignalEvent> = {
  name: 'signal',
  initial: { status: 'none' },
  decide(command, state, at) {
    const on = dayOf(new Date(at));
    if (command.type === 'RaiseSignal') {
      if (state.status !== 'none') return [];
      const { agentId, signalId, signal, finding, evidence } = command;
      return [{ type: 'SignalRaised', data: { agentId, signalId, signal, finding, evidence: [...evidence], on } }];
    }
    if (state.status === 'none') throw new DomainError('not-found', 'signal.unknown', SIGNAL_UNKNOWN);
    if (state.status === 'dismissed') return [];
    const { agentId, signalId } = state.raised;
    return [{ type: 'SignalDismissed', data: { agentId, signalId, reason: command.reason, on } }];
  },
  evolve(state, event) {
    if (event.type === 'SignalRaised') return { status: 'raised', raised: event.data };
    return state.status === 'none' ? state : { ...state, status: 'dismissed' };
  },
};
