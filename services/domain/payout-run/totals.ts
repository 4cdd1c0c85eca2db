/** The totals of a run in the order in which its lines reach them, with their names for pages and documents. */
export const TOTALS = [
  ['frozen', 'Frozen'],
  ['dropped', 'Dropped before the bank'],
  ['sent', 'Sent to the bank'],
  ['paid', 'Paid'],
  ['failed', 'Failed'],
  ['returned', 'Returned after payment'],
] as const;
