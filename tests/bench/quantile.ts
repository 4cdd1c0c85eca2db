/**
 * The value below which this share (0 to 1) of the values lies, rounded to a tenth. The values may be in any order; 0
 * if there are none.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}
