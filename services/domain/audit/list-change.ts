/** A change of a list, reduced to what matters to a reader. */
export interface ListChange {
  /** The last entry before the change. */
  readonly before: readonly unknown[];
  /** The entries that were added. */
  readonly after: readonly unknown[];
}

/**
 * Reduces a change that only adds entries to a list, such as a rate from a day on: the last entry before it and the added
 * ones. Null for any other change.
 */
export function addedEntries(before: unknown, after: unknown): ListChange | null {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length === 0) return null;
  const known = new Set(before.map((entry) => JSON.stringify(entry)));
  const added = after.filter((entry) => !known.has(JSON.stringify(entry)));
  return added.length > 0 && after.length === before.length + added.length
    ? { before: before.slice(-1), after: added }
    : null;
}
