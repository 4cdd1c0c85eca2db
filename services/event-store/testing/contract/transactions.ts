import { describe, expect, test } from 'vitest';
import type { EventStore } from '../../port.ts';
import { appendAtEnd, appendTo } from '../append-to.ts';
import { expectAscending, follow } from './following.ts';
import { endOfLog, eventually, newEvent, newStreamId, pause, TEST_TIMEOUT_MS } from './support.ts';

/** A store with appends that are transactions, which a client can hold open. */
export interface TransactionalSubject {
  readonly store: EventStore;
  readonly other: EventStore;
  /** Starts an append that stays open until committed or rolled back. */
  readonly slowAppend: (streamId: string) => Promise<{ commit(): Promise<void>; rollback(): Promise<void> }>;
}

/** Subscriptions while appends stay open or roll back, for stores with transactions. */
export function transactionsContract(subject: () => TransactionalSubject): void {
  describe('subscribing while transactions are open', { timeout: 1.5 * TEST_TIMEOUT_MS }, () => {
    test('a subscription with an append in flight at its start gets that too, when it commits, in order', async () => {
      const { store, other, slowAppend } = subject();
      const start = await endOfLog(store);
      const [slow, quick] = [newStreamId('slow'), newStreamId('quick')];
      const held = await slowAppend(slow);
      const reader = follow(store, { from: start });
      await appendTo(other, quick, 'no-stream', [newEvent()]);
      await pause(100);
      await held.commit();
      await eventually(() => reader.events.length >= 2);
      await reader.stop();
      expect(reader.events.map((event) => event.streamId).sort()).toEqual([quick, slow].sort());
      expectAscending(reader.events);
    });

    test('slow and rolled-back appends neither lose events nor block readers', async () => {
      const { store, other, slowAppend } = subject();
      const start = await endOfLog(store);
      const kind = newStreamId('mixed');
      const reader = follow(other, { from: start });
      let written = 0;
      const slowly = async (writer: number) => {
        for (let n = 0; n < 4; n++) {
          const held = await slowAppend(`${kind}-slow-${writer}-${n}`);
          await pause(Math.random() * 60);
          if (n % 2) await held.rollback();
          else {
            await held.commit();
            written++;
          }
        }
      };
      const quickly = async () => {
        for (let n = 0; n < 40; n++) {
          await appendAtEnd(store, `${kind}-quick-${Math.floor(Math.random() * 4)}`, [newEvent()]);
          written++;
          await pause(Math.random() * 5);
        }
      };
      await Promise.all([slowly(0), slowly(1), slowly(2), quickly(), quickly()]);
      await eventually(() => reader.events.length >= written);
      await pause(50);
      await reader.stop();
      expect(reader.events).toHaveLength(written);
      expectAscending(reader.events);
    });
  });
}
