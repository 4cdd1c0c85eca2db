export const decisionStatuses = ['Earned', 'Pending', 'Declined'] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];

/** In the order in which they are looked at: the first that holds decides (wire.md, Rental events). `OnHold` is Pending's. */
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
