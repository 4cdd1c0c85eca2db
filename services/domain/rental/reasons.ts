export const decisionStatuses = ['Earned', 'Pending', 'Declined'] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];

/** Those of decisions, and how the reward ended in its agent's account. */
export const shownStatuses = [...decisionStatuses, 'Paid', 'Expired'] as const;

/** In the order of the checks: the first that applies decides. `OnHold` belongs to Pending. */
export const reasonCodes = [
  'Cancelled',
  'NoShow',
  'Credited',
  'NoTrackingNumber',
  'UnknownTrackingNumber',
  'NonQualifyingCode',
  'CodeChangedToNonQualifying',
  'PromotionNotActive',
  'RentalDiffersFromReservation',
  'RewardExceedsRevenue',
  'OnHold',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** Why a reservation that earns by its decision is not owed: the opening balance contains it (docs/decisions/0004). */
export const OPENING_BALANCE = 'OpeningBalance';

export const shownReasons = [...reasonCodes, OPENING_BALANCE] as const;
export type ShownReason = (typeof shownReasons)[number];
