import { describe, expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import type { RecalculationEvent } from './events.ts';
import { type RecalculationCommand, recalculationDecider } from './recalculation.ts';

const at = '2026-04-01T08:00:00.000Z';
const sums = { reservations: 1, agents: 1, grossCents: 100_00, payeCents: 25_00, nettCents: 75_00 };
const found = { ...sums, reservations: 21 };
const definition = {
  from: '2026-03-01',
  to: '2026-03-31',
  policy: null,
  promotions: [],
  reassess: { promotionId: 'p' },
};
const about = {
  recalculationId: 'r',
  whatIfId: 'w',
  definition,
  reason: 'Rerated',
  text: 'x',
  requestedBy: 1,
} as const;
const ordered: RecalculationEvent = {
  type: 'RecalculationOrdered',
  data: { ...about, how: 'reassess', preview: sums, digest: 'as approved', orderedAt: at },
};
const begun: RecalculationEvent = { type: 'RecalculationBegun', data: { recalculationId: 'r', begunAt: at } };
const begin = (digest: string): Timed<RecalculationCommand> => ({ type: 'BeginRecalculation', digest, found, at });

const given = (...events: RecalculationEvent[]) => ({
  when: (command: Timed<RecalculationCommand>) =>
    decideTimed(recalculationDecider, command, fold(recalculationDecider, recalculationDecider.initial, events)),
});

describe('an approved correction', () => {
  test('begins if it would book the approved preview', () => {
    expect(given(ordered).when(begin('as approved'))).toEqual([begun]);
  });

  test('is refused if it would book something else, and books nothing later', () => {
    const [refused, ...more] = given(ordered).when(begin('another'));
    expect(more).toEqual([]);
    expect(refused).toMatchObject({ type: 'RecalculationRefused', data: { code: 'what-if.changed', found } });
    const after = given(ordered, refused as RecalculationEvent);
    expect(after.when(begin('as approved'))).toEqual([]);
    expect(after.when({ type: 'FinishRecalculation', booked: sums, at })).toEqual([]);
  });

  test('is not compared again after it has begun', () => {
    expect(given(ordered, begun).when(begin('another'))).toEqual([]);
    expect(given(ordered, begun).when({ type: 'FinishRecalculation', booked: sums, at })).toMatchObject([
      { type: 'RecalculationFinished' },
    ]);
  });

  test('is booked as ordered if its release had no digests', () => {
    const { digest: _digest, ...data } = ordered.data as Extract<
      RecalculationEvent,
      { type: 'RecalculationOrdered' }
    >['data'];
    expect(given({ type: 'RecalculationOrdered', data }).when(begin('another'))).toEqual([begun]);
  });
});
