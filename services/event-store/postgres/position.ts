import type { Position } from '../port.ts';

/** Epoch, transaction id and position in Postgres's text form. */
export type Cursor = readonly [epoch: string, transactionId: string, position: string];

/** Before the first event. */
export const START: Cursor = ['0', '0', '0'];

/** Fixed width, so that positions sort as text in log order. */
export const positionOf = (epoch: string, transactionId: string, position: string): Position =>
  `${epoch.padStart(6, '0')}-${transactionId.padStart(20, '0')}-${position.padStart(19, '0')}`;

const FORM = /^0*(\d{1,20})-0*(\d{1,20})-0*(\d{1,20})$/;
/** The maximum values of Postgres's integer, xid8 and bigint. */
const MAX_VALUES = [2n ** 31n - 1n, 2n ** 64n - 1n, 2n ** 63n - 1n];

/** Drops leading zeros, because Postgres reads `010` as octal. Throws RangeError. */
export function cursorOf(position: Position): Cursor {
  const [, epoch = '', transactionId = '', at = ''] = FORM.exec(position) ?? [];
  const cursor: Cursor = [epoch, transactionId, at];
  if (epoch === '' || cursor.some((part, index) => BigInt(part) > (MAX_VALUES[index] as bigint)))
    throw new RangeError(`not a position of this store: ${position.slice(0, 60)}`);
  return cursor;
}
