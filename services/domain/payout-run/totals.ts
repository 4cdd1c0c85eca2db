/** In the order in which lines reach them. */
export const TOTALS = [
  ['frozen', 'Frozen'],
  ['dropped', 'Dropped before the bank'],
  ['sent', 'Sent to the bank'],
  ['paid', 'Paid'],
  ['failed', 'Failed'],
  ['returned', 'Returned after payment'],
] as const;
