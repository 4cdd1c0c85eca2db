export const partitionsOf = (projection: { readonly partitions?: number }): number => projection.partitions ?? 1;

/**
 * The partition of a key, 0 to count - 1: FNV-1a over its UTF-16 units. The result is the same in every process and
 * release.
 */
export function partitionOf(key: string, count: number): number {
  if (count === 1) return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % count;
}
