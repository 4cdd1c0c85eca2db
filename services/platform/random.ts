import { randomFillSync } from 'node:crypto';

const BLOCK = 8192;
let block = Buffer.alloc(0);
let used = 0;

/** Random bytes from the system, at most 8192; each is given out once. Drawn in blocks, since one draw costs 2 µs. */
export function freshBytes(count: number): Buffer {
  if (used + count > block.length) {
    block = randomFillSync(Buffer.allocUnsafeSlow(BLOCK));
    used = 0;
  }
  used += count;
  return block.subarray(used - count, used);
}
