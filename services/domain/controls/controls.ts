import { z } from 'zod';
import { instant } from '../event-schema.ts';
export const CONTROLS = {
  'one-person-run': 'Payout runs without two people',
  'own-record': 'Changes of one’s own record',
  'retroactive-promotion': 'Back-dated promotion changes',
  'imported-promotion': 'Back-dated promotion changes from an import',
  'break-glass': 'Break-glass approvals by one person',
  'opening-balance': 'Opening balances from an import',
  'owed-again': 'Failed and returned payments',
  'contradicted-answer': 'Bank results that contradict the recorded ones',
  'unconfirmed-total': 'Payout runs approved without a stated total',
  'same-settler': 'Payout runs settled by their proposer or approver',
  'one-person': 'Holds, payout minimums and file settings changed by one person',
  'no-reason': 'Changes without a reason',
  'second-person': 'Approved changes',
} as const;
export type Control = keyof typeof CONTROLS;
export const CONTROL_NAMES = Object.keys(CONTROLS) as [Control, ...Control[]];

/** An exception that a control found. It contains no personal data. */
export const controlFinding = z.object({
  control: z.enum(CONTROL_NAMES),
  /** ISO 8601 UTC. */
  at: instant,
  /** Kind and id of the actor. */
  by: z.string(),
  /** Path of the record in the dashboard. */
  subject: z.string(),
  what: z.string(),
  reason: z.string().nullable(),
  /** Where the change had an approval: kind and id of its requester and approver, with their reasons. */
  requestedBy: z.string().optional(),
  requestReason: z.string().nullable().optional(),
  approvedBy: z.string().optional(),
  approvalReason: z.string().nullable().optional(),
});
export type ControlFinding = z.output<typeof controlFinding>;
