export const decisionStatuses = ['Earned', 'Pending', 'Declined'] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];

/** In the order in which they are looked at: the first that holds decides. `OnHold` is Pending's. */
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

/** Why a reservation that earns by its decision is not owed: the balance that was taken over has it (docs/decisions/0021). */
export const OPENING_BALANCE = 'OpeningBalance';

/** All reasons that a reservation is shown with: those of decisions, and the one that its agent's account gives. */
export const shownReasons = [...reasonCodes, OPENING_BALANCE] as const;
export type ShownReason = (typeof shownReasons)[number];
