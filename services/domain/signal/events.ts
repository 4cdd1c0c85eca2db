import { z } from 'zod';
import type { EventsOf } from '../event-schema.ts';

/** What looks at how rewards come about and are paid, and says so. Those that hold payments at once are marked. */
export const SIGNALS = {
  SameBankAccount: { label: 'Same bank account', holds: true },
  ReferrersAccount: { label: 'Account of the one who referred', holds: true },
  SelfReferral: { label: 'Referred themselves', holds: true },
  BankChangeNearRun: { label: 'Bank account changed near a run', holds: false },
  Burst: { label: 'Burst of reservations', holds: false },
  Rebooked: { label: 'Booked again with a tracking number', holds: false },
  InvoicedTwice: { label: 'One invoice under several reservations', holds: false },
  LargeRental: { label: 'Unusually large rental', holds: false },
  ChangedSinceTakeOver: { label: 'Changed since the balance was taken over', holds: false },
} as const;
export type Signal = keyof typeof SIGNALS;

const about = { agentId: z.int().positive(), signalId: z.string() };

/**
 * Stream `signal-{agentId}-{signalId}`: something that finance should look at before the agent is paid. It stops nothing by
 * itself: finance holds payments (an entry of the account under the same id) or dismisses it.
 */
export const signalEvents = {
  SignalRaised: z.object({
    ...about,
    signal: z.enum(Object.keys(SIGNALS) as [Signal, ...Signal[]]),
    /** What was seen, without anybody's data. */
    finding: z.string(),
    /** Reservation numbers that it rests on. */
    evidence: z.array(z.string()),
    on: z.iso.date(),
  }),
  SignalDismissed: z.object({ ...about, reason: z.string(), on: z.iso.date() }),
} as const;

export type SignalEvent = EventsOf<typeof signalEvents>;
