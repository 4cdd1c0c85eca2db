import { describe, expect, test } from 'vitest';
import { type EventStore, WrongExpectedRevision } from '../../port.ts';
import { appendTo } from '../append-to.ts';
import { newEvent, newStreamId, pause, type Subject, someEvents } from './support.ts';

const settle = async (attempts: Promise<unknown>[]) => {
  const results = await Promise.allSettled(attempts);
  const losers = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  return { winners: results.length - losers.length, losers };
};

/** Concurrent writers collide: exactly one wins, and the others receive the correct outcome. */
export function racingContract(subject: () => Subject): void {
  describe('racing', () => {
    test('one of many concurrent creations of a stream wins, and the others learn its revision', async () => {
      const { store, other } = subject();
      for (let round = 0; round < 10; round++) {
        const stream = newStreamId();
        const writers = Array.from({ length: 12 }, (_, n) =>
          appendTo(n % 2 ? store : other, stream, 'no-stream', someEvents(2)),
        );
        const { winners, losers } = await settle(writers);
        expect(winners).toBe(1);
        for (const loser of losers) {
          expect(loser).toBeInstanceOf(WrongExpectedRevision);
          expect(loser.actual).toBe(1);
        }
        expect(await store.readStream(stream)).toHaveLength(2);
      }
    });

    test('one of many concurrent appends at the same revision wins', async () => {
      const { store, other } = subject();
      const stream = newStreamId();
      await appendTo(store, stream, 'no-stream', [newEvent()]);
      for (let revision = 0; revision < 10; revision++) {
        const writers = Array.from({ length: 12 }, (_, n) =>
          appendTo(n % 2 ? store : other, stream, revision, [newEvent()]),
        );
        const { winners, losers } = await settle(writers);
        expect(winners).toBe(1);
        expect(losers.map((loser) => loser.actual)).toEqual(Array(11).fill(revision + 1));
      }
    });

    test('the same append sent many times concurrently is stored once, with the same answer', async () => {
      const { store, other } = subject();
      const stream = newStreamId();
      const events = someEvents(3);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => appendTo(n % 2 ? store : other, stream, 'no-stream', events, false)),
      );
      expect(new Set(answers.map((answer) => `${answer.revision} ${answer.position}`)).size).toBe(1);
      expect(answers.filter((answer) => !answer.repeated)).toHaveLength(1);
      expect(await store.readStream(stream)).toHaveLength(3);
    });

    test('concurrent writers that append at the revision they read lose no event', async () => {
      const { store, other } = subject();
      const stream = newStreamId();
      await appendTo(store, stream, 'no-stream', [newEvent('Counted', { by: 'nobody' })]);
      const count = async (by: string, handle: EventStore) => {
        for (let done = 0; done < 8; ) {
          const last = (await handle.readStream(stream, { direction: 'backwards', limit: 1 }))[0];
          await pause(Math.random() * 3);
          try {
            await appendTo(handle, stream, last?.revision ?? 'no-stream', [newEvent('Counted', { by })]);
            done++;
          } catch (error) {
            expect(error).toBeInstanceOf(WrongExpectedRevision);
          }
        }
      };
      await Promise.all(['a', 'b', 'c', 'd'].map((by, n) => count(by, n % 2 ? store : other)));
      const events = await store.readStream(stream);
      expect(events.map((event) => event.revision)).toEqual(Array.from({ length: 33 }, (_, n) => n));
      for (const by of ['a', 'b', 'c', 'd']) {
        expect(events.filter((event) => (event.data as { by: string }).by === by)).toHaveLength(8);
      }
    });
  });
}
