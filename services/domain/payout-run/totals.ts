/** The totals of a run by line state, in the order in which a line passes through the states. */
export const TOTALS = [
  ['frozen', 'Frozen'],
  ['dropped', 'Dropped before the bank'],
  ['sent', 'Sent to the bank'],
  ['paid', 'Paid'],
  ['failed', 'Failed'],
  ['returned', 'Returned after payment'],
] as const;
