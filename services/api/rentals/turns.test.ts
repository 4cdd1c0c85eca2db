import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type ParsedItem, rentalEventParser } from './rental-event-schema.ts';
import { turnsOfItems } from './turns.ts';

const parse = rentalEventParser(new Date('2026-03-01T10:00:00Z'));
const item = (reservationNo: string, id: number): ParsedItem =>
  parse({
    type: 'no-show',
    eventId: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    occurredAt: '2026-02-01T10:00:00Z',
    reservationNo,
    noShowOn: '2026-02-01',
  });
const rejected: ParsedItem = { ok: false, eventId: null, errors: [] };

/** Whether a batch waits for the one before. */
async function waits(inTurn: ReturnType<typeof turnsOfItems>, items: readonly ParsedItem[]): Promise<boolean> {
  let begun = false;
  void inTurn(items, new Promise(() => undefined)).then(() => {
    begun = true;
  });
  await turn();
  return !begun;
}

test('a batch waits for the one before where it names its reservation or its event id, and only then', async () => {
  const inTurn = turnsOfItems();
  expect(await waits(inTurn, [item('A', 1), rejected, item('B', 2)])).toBe(false);
  expect(await waits(inTurn, [rejected, item('C', 3), item('B', 4)])).toBe(true);
  expect(await waits(inTurn, [item('D', 5)])).toBe(false);
  expect(await waits(inTurn, [item('E', 6), item('F', 5)])).toBe(true);
  // The batch before the last has been answered by then: two at most are under way.
  expect(await waits(inTurn, [item('D', 7)])).toBe(false);
});

test('a batch that depends on one that failed is not recorded', async () => {
  const inTurn = turnsOfItems();
  await inTurn([item('A', 1)], Promise.resolve());
  await expect(inTurn([item('A', 2)], Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
