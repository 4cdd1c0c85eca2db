/** The controls of the controls report. */
export const CONTROLS = {
  'one-person-run': 'Payout runs without two people',
  'own-record': 'Changes of one’s own record',
  'retroactive-promotion': 'Back-dated promotion changes',
  'imported-promotion': 'Back-dated promotion changes from an import',
  'break-glass': 'Emergency approvals by one person',
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

/** An exception that a control found. It contains no personal data. */
export interface ControlFinding {
  readonly control: Control;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Kind and id of the actor. */
  readonly by: string;
  /** Path of the record in the dashboard. */
  readonly subject: string;
  readonly what: string;
  readonly reason: string | null;
  /** Where the change had an approval: kind and id of its requester and approver, with their reasons. */
  readonly requestedBy?: string;
  readonly requestReason?: string | null;
  readonly approvedBy?: string;
  readonly approvalReason?: string | null;
}
