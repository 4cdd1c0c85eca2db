import { z } from 'zod';
import { type EventsOf, instant } from '../event-schema.ts';

/** The steps of closing a month, in the order in which finance takes them. */
export const CLOSE_STEPS = {
  'late-postings': 'Postings for earlier months',
  holds: 'Holds and alerts',
  'payout-runs': 'Payout runs',
  reconciliation: 'Reconciliation',
  journal: 'Journal',
  paye: 'PAYE',
  controls: 'Controls',
} as const;
export type CloseStep = keyof typeof CLOSE_STEPS;
export const CLOSE_STEP_NAMES = Object.keys(CLOSE_STEPS) as [CloseStep, ...CloseStep[]];

const step = z.enum(CLOSE_STEP_NAMES);
/** A figure as it was shown to the person who signed. */
const figure = z.object({ label: z.string(), value: z.string() });
/** By its SHA-256 in hexadecimal. */
const evidence = z.object({ name: z.string(), sha256: z.string() });

/** Stream `month-close-{YYYY-MM}`. Administrators are named by their id. */
export const monthCloseEvents = {
  MonthStepAssigned: z.object({
    month: z.string(),
    step,
    owner: z.int(),
    assignedBy: z.int(),
    assignedAt: instant,
  }),
  /** `digest` covers the figures: a sign-off counts while the computed figures still have it. */
  MonthStepSignedOff: z.object({
    month: z.string(),
    step,
    figures: z.array(figure),
    digest: z.string(),
    note: z.string(),
    signedBy: z.int(),
    signedAt: instant,
  }),
  MonthStepReopened: z.object({
    month: z.string(),
    step,
    reason: z.string(),
    reopenedBy: z.int(),
    reopenedAt: instant,
  }),
  /** From here on no step changes. `openingCents` and `closingCents` are the balances owed, nett. */
  MonthClosed: z.object({
    month: z.string(),
    openingCents: z.int(),
    closingCents: z.int(),
    evidence: z.array(evidence),
    requestedBy: z.int(),
    approvedBy: z.int(),
    reason: z.string(),
    closedAt: instant,
  }),
  /** The month is open again; every step must be signed off again. */
  MonthReopened: z.object({
    month: z.string(),
    requestedBy: z.int(),
    approvedBy: z.int(),
    reason: z.string(),
    reopenedAt: instant,
  }),
} as const;

export type MonthCloseEvent = EventsOf<typeof monthCloseEvents>;
export type CloseFigure = z.output<typeof figure>;
export type CloseEvidence = z.output<typeof evidence>;
