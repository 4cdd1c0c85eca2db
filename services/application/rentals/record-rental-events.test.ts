import { randomUUID } from 'node:crypto';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { expect, test, vi } from 'vitest';
import { RentalEventRecorder } from './record-rental-events.ts';

const EVENT_ID = '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11';
const NOW = new Date('2026-03-12T10:00:00.000Z');
const context = { actor: { kind: 'integrator', id: 'i1' }, now: NOW, correlationId: 'test' } as const;
const cancellation = (reservationNo: string, eventId = EVENT_ID): FactEvent => ({
  type: 'CancellationRecorded',
  data: {
    eventId,
    integratorId: 'i1',
    reservationNo,
    contentHash: reservationNo,
    occurredAt: '2026-03-11T10:00:00Z',
    cancelledOn: '2026-03-11',
  },
});

test('keeps an event id for its reservation until no call uses it (I4)', async () => {
  const log = new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
  const recorder = new RentalEventRecorder(log, async () => new Map());
  const send = async (reservationNo: string) => {
    const sender = { integratorId: 'i1', anyReservation: false };
    const [outcome] = await recorder.record([{ ok: true, fact: cancellation(reservationNo) }], sender, context);
    return outcome?.result;
  };
  const [fails, succeeds] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const append = log.append.bind(log);
  const appended = vi.spyOn(log, 'append');
  appended.mockImplementationOnce(async () => {
    await fails.promise;
    throw new StoreUnavailable('no answer');
  });
  appended.mockImplementationOnce(async (changes) => {
    await succeeds.promise;
    return append(changes);
  });
  const first = send('R1');
  await vi.waitFor(() => expect(appended).toHaveBeenCalledTimes(1), 60_000);
  const second = send('R1');
  fails.resolve();
  expect(await first).toBe('unavailable');
  await vi.waitFor(() => expect(appended).toHaveBeenCalledTimes(2), 60_000);
  expect(await send('R2')).toBe('conflict');
  succeeds.resolve();
  expect(await second).toBe('recorded');
  expect(await send('R2')).toBe('conflict');
});

test('waits only for reservations that another call records', async () => {
  const log = new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
  const recorder = new RentalEventRecorder(log, async () => new Map());
  const send = async (...reservationNos: readonly string[]) => {
    const items = reservationNos.map((no) => ({ ok: true, fact: cancellation(no, randomUUID()) }) as const);
    const outcomes = await recorder.record(items, { integratorId: 'i1', anyReservation: false }, context);
    return outcomes.map(({ result }) => result);
  };
  const continues = Promise.withResolvers<void>();
  const append = log.append.bind(log);
  const appended = vi.spyOn(log, 'append');
  appended.mockImplementationOnce(async (changes) => {
    await continues.promise;
    return append(changes);
  });
  const first = send('R1', 'R2');
  await vi.waitFor(() => expect(appended).toHaveBeenCalledTimes(1), 60_000);
  const second = send('R2', 'R3', 'R1');
  await vi.waitFor(() => expect(appended).toHaveBeenCalledTimes(2), 60_000);
  expect(appended.mock.calls[1]?.[0].map(({ stream }) => stream.streamId)).toEqual(['rental-R3']);
  continues.resolve();
  expect(await first).toEqual(['recorded', 'recorded']);
  expect(await second).toEqual(['recorded', 'recorded', 'recorded']);
  // No append met a conflict.
  expect(appended).toHaveBeenCalledTimes(3);
});
