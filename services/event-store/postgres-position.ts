import type { Position } from './port.ts';

/** Epoch, transaction id and position as Postgres spells them. */
export type Cursor = readonly [epoch: string, transactionId: string, position: string];

/** Before the first event. */
export const START: Cursor = ['0', '0', '0'];

/** Fixed width, so that text compares as the log is ordered. */
export const positionOf = (epoch: string, transactionId: string, position: string): Position =>
  `${epoch.padStart(6, '0')}-${transactionId.padStart(20, '0')}-${position.padStart(19, '0')}`;

const FORM = /^0*(\d{1,20})-0*(\d{1,20})-0*(\d{1,20})$/;
/** What Postgres's integer, xid8 and bigint hold. */
const LARGEST = [2n ** 31n - 1n, 2n ** 64n - 1n, 2n ** 63n - 1n];

/** The cursor that a position spells; leading zeros go, since Postgres reads `010` as octal. RangeError where it is none. */
export function cursorOf(position: Position): Cursor {
  const parts = FORM.exec(position)?.slice(1);
  if (!parts?.every((part, at) => BigInt(part) <= (LARGEST[at] as bigint)))
    throw new RangeError(`not a position of this store: ${position.slice(0, 60)}`);
  return parts as unknown as Cursor;
}
