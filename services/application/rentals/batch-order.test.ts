import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batchOrder } from './batch-order.ts';
import type { SentItem } from './record-rental-events.ts';

const item = (reservationNo: string, id: number): SentItem => ({
  ok: true,
  fact: {
    type: 'NoShowRecorded',
    data: {
      eventId: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      integratorId: 'i1',
      reservationNo,
      contentHash: reservationNo,
      occurredAt: '2026-02-01T10:00:00Z',
      noShowOn: '2026-02-01',
    },
  },
});
const rejected: SentItem = { ok: false, eventId: null, errors: [] };

/** Whether a batch waits for the previous one. */
async function waits(inOrder: ReturnType<typeof batchOrder>, items: readonly SentItem[]): Promise<boolean> {
  let begun = false;
  void inOrder(items, new Promise(() => undefined)).then(() => {
    begun = true;
  });
  await turn();
  return !begun;
}

test('a batch waits for the previous one only when both name the same reservation or event id', async () => {
  const inOrder = batchOrder();
  expect(await waits(inOrder, [item('A', 1), rejected, item('B', 2)])).toBe(false);
  expect(await waits(inOrder, [rejected, item('C', 3), item('B', 4)])).toBe(true);
  expect(await waits(inOrder, [item('D', 5)])).toBe(false);
  expect(await waits(inOrder, [item('E', 6), item('F', 5)])).toBe(true);
  // The batch before the previous one is already answered: at most two are in progress.
  expect(await waits(inOrder, [item('D', 7)])).toBe(false);
});

test('a batch that depends on a failed one is not recorded', async () => {
  const inOrder = batchOrder();
  await inOrder([item('A', 1)], Promise.resolve());
  await expect(inOrder([item('A', 2)], Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
