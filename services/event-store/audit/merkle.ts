import { createHash } from 'node:crypto';

/**
 * RFC 6962: leaves and nodes have different prefixes, and a list is split after the largest power of two below its
 * length. Hashes are hex.
 */

const digest = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);
const leafOf = (hash: string): Buffer => digest(LEAF, Buffer.from(hash, 'hex'));

/** The number of leaves left of the split in a tree of `size` (at least 2) leaves. */
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

function rootOf(leaves: readonly Buffer[], from: number, to: number): Buffer {
  if (to - from === 1) return leaves[from] as Buffer;
  const middle = from + splitOf(to - from);
  return digest(NODE, rootOf(leaves, from, middle), rootOf(leaves, middle, to));
}

/** The root over one or more hashes. */
export const merkleRoot = (hashes: readonly string[]): string =>
  rootOf(hashes.map(leafOf), 0, hashes.length).toString('hex');

/** The sibling hashes on the path from the leaf at `index` to the root, lowest first. */
export function merklePath(hashes: readonly string[], index: number): string[] {
  const leaves = hashes.map(leafOf);
  const walk = (from: number, to: number): Buffer[] => {
    if (to - from === 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...walk(from, middle), rootOf(leaves, middle, to)]
      : [...walk(middle, to), rootOf(leaves, from, middle)];
  };
  return walk(0, leaves.length).map((neighbour) => neighbour.toString('hex'));
}
