import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import { rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { expect, test } from 'vitest';
import { type RentalFacts, recordRentalFacts } from './record-rental-facts.ts';

const at = (moment: string, demo: boolean): CommandContext => ({
  actor: { kind: 'system', id: 'test' },
  now: new Date(moment),
  correlationId: 'test',
  ...(demo ? { demo: true as const } : {}),
});
const cancelled = (eventId: string): RentalFacts => ({
  reservationNo: 'R1',
  facts: [
    {
      type: 'CancellationRecorded',
      data: {
        eventId,
        integratorId: 'i1',
        reservationNo: 'R1',
        contentHash: eventId,
        occurredAt: '2026-03-11T10:00:00Z',
        cancelledOn: '2026-03-11',
      },
    },
  ],
});

test.each([true, false])('records facts with an earlier time than the last event (demo: %s)', async (demo) => {
  const log = new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
  const record = (facts: RentalFacts, moment: string) =>
    recordRentalFacts(log, [facts], at(moment, demo), { anyReservation: true });
  await record(cancelled('3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11'), '2026-03-12T10:00:00.000Z');
  await record(cancelled('3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c12'), '2026-03-11T10:00:00.000Z');
  const { events } = await log.readStream(rentalStreamOf('R1'));
  // In a demo the times of a stream never decrease; otherwise the clock's time is recorded.
  expect(events.at(-1)?.metadata.recordedAt).toBe(demo ? '2026-03-12T10:00:00.000Z' : '2026-03-11T10:00:00.000Z');
});

const withContent = (contentHash: string, integratorId = 'i1'): RentalFacts => {
  const { reservationNo, facts } = cancelled('3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11');
  return {
    reservationNo,
    facts: facts.map(({ type, data }) => ({ type, data: { ...data, contentHash, integratorId } }) as FactEvent),
  };
};

test('a refused fact does not keep the others of the batch from being recorded', async () => {
  const log = new EventLog({ store: memoryEventStore(), keys: memoryKeyRing() });
  const context = at('2026-03-12T10:00:00.000Z', false);
  const first = withContent('a').facts[0] as FactEvent;
  const changed = withContent('b').facts[0] as FactEvent;
  const foreign = withContent('c', 'i2').facts[0] as FactEvent;
  const next = cancelled('3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c12').facts[0] as FactEvent;
  const facts = [first, first, changed, foreign, next];
  const outcomes = await recordRentalFacts(log, [{ reservationNo: 'R1', facts }], context, { anyReservation: false });
  expect(outcomes.get('R1')?.results).toEqual(['recorded', 'duplicate', 'conflict', 'foreign', 'recorded']);
  expect((await log.readStream(rentalStreamOf('R1'))).events).toHaveLength(2);
});
