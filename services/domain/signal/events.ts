import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** The checks of how rewards are earned and paid. Signals that hold payments at once are marked. */
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

const about = { agentId: z.int().positive(), signalId: z.string() };

/**
 * Stream `signal-{agentId}-{signalId}`: a finding that finance should review before the agent is paid. The signal
 * itself blocks nothing: finance holds payments (an account entry under the same id) or dismisses the signal.
 */
export const signalEvents = {
  SignalRaised: z.object({
    ...about,
    signal: z.enum(Object.keys(SIGNALS) as [Signal, ...Signal[]]),
    /** The finding, without personal data. */
    finding: z.string(),
    /** Numbers of the reservations that show the finding. */
    evidence: z.array(z.string()),
    on: z.iso.date(),
  }),
  SignalDismissed: z.object({ ...about, reason: z.string(), on: z.iso.date() }),
} as const;

export type SignalEvent = EventsOf<typeof signalEvents>;
