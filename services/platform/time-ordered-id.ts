import { freshBytes } from './random.ts';

const MOST_IN_A_MILLISECOND = 0xfff;
let lastMs = 0;
let count = 0;

/**
 * A UUID of version 7 (RFC 9562): ids of one process rise with time, so that an index over millions of them grows at its
 * end instead of everywhere. 62 of its bits are random. `nowMs` is Unix time; a clock that goes back does not take ids back.
 */
export function timeOrderedId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs;
    count = 0;
  } else if (++count > MOST_IN_A_MILLISECOND) {
    lastMs++;
    count = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const tail = freshBytes(8);
  tail[0] = ((tail[0] as number) & 0x3f) | 0x80;
  const hex = tail.toString('hex');
  const counted = count.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}
