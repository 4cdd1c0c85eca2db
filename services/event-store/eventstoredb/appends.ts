import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKWARDS, ErrorType, type EventStoreDBClient } from '@eventstore/db-client';
import pLimit from 'p-limit';
import {
  type AppendOutcome,
  type EventStore,
  type RecordedEvent,
  type StreamAppend,
  WrongExpectedRevision,
} from '../port.ts';
import { assertEvents, assertOneEntryAStream, isExpected } from '../rules.ts';
import { EventStoreDBAppender, encodeEvent } from './append-call.ts';
import { retryOnce, typeOf } from './connection.ts';
import { attemptOf, fromClient } from './events.ts';
import type { EventStoreDBStreamReader } from './stream-reader.ts';

/** Concurrent appends of a batch: 1,000 gave up to 1.8 times as many a second as 64. */
const MAX_CONCURRENT_APPENDS = 1_000;
const MAX_VISIBILITY_READS = 100;
const POLL_MS = 10;

/** Revision of the last event of an append. */
const lastRevision = ({ expected, events }: StreamAppend): number =>
  (expected === 'no-stream' ? -1 : expected) + events.length;

/** The appends of the port on EventStoreDB. */
export class EventStoreDBAppends {
  private readonly appender: EventStoreDBAppender;

  constructor(
    client: EventStoreDBClient,
    private readonly streams: EventStoreDBStreamReader,
    private readonly answerWithinMs: number,
  ) {
    this.appender = new EventStoreDBAppender(client, answerWithinMs);
  }

  readonly appendMany: EventStore['appendMany'] = async (batch) => {
    assertOneEntryAStream(batch);
    for (const { events } of batch) assertEvents(events);
    return pLimit(MAX_CONCURRENT_APPENDS).map(batch, (entry) => this.appendOne(entry));
  };

  /**
   * Sends without waiting: the server processes one stream of a connection in order. The first, alone, opens it. After
   * a lost connection the batch is sent again; events already stored are acknowledged.
   */
  readonly appendInOrder: EventStore['appendInOrder'] = async (batch) => {
    for (const { events } of batch) assertEvents(events);
    const [first, ...rest] = batch.map((entry) => {
      const sent = entry.events.map((event, index) => encodeEvent(event, randomUUID(), entry.hints?.texts?.[index]));
      return () => this.send(entry, sent);
    });
    await retryOnce(this.answerWithinMs, async ({ extend }) => {
      await first?.();
      await Promise.all(rest.map((send) => send().then(extend)));
    });
  };

  private async send({ streamId, expected }: StreamAppend, sent: readonly Buffer[]): Promise<void> {
    try {
      await this.appender.append(streamId, expected, sent);
    } catch (error) {
      if (typeOf(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error;
      throw new WrongExpectedRevision(streamId, expected, await this.endOf(streamId));
    }
  }

  private async appendOne(entry: StreamAppend): Promise<AppendOutcome> {
    const { streamId, expected, events, hints } = entry;
    const attempt = randomUUID();
    const sent = events.map((event, index) => encodeEvent(event, attempt, hints?.texts?.[index]));
    let tries = 0;
    try {
      const position = await retryOnce(this.answerWithinMs, () => {
        tries++;
        return this.appender.append(streamId, expected, sent);
      });
      // The answer to a repetition looks the same. Only an answer that cannot be a repetition is trusted.
      if (hints?.areIdsFresh && tries === 1 && position)
        return { ok: true, revision: lastRevision(entry), position, repeated: false };
    } catch (error) {
      if (typeOf(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error;
      return { ok: false, conflict: new WrongExpectedRevision(streamId, expected, await this.actualRevision(entry)) };
    }
    const { event, attempt: stored } = await this.readBack(entry);
    return { ok: true, revision: event.revision, position: event.position, repeated: stored !== attempt };
  }

  /** The last event of an append and the append that stored it, which the server's answer does not contain. */
  private async readBack(entry: StreamAppend): Promise<{ event: RecordedEvent; attempt: string | undefined }> {
    const [last] = await this.streams.readRaw(entry.streamId, BigInt(lastRevision(entry)), BACKWARDS, 1);
    const event = last ? fromClient(last) : null;
    if (!last || event?.id !== entry.events.at(-1)?.id || !event)
      throw new Error('an appended event cannot be read back');
    return { event, attempt: attemptOf(last) };
  }

  private async endOf(streamId: string): Promise<number | null> {
    const last = await this.streams.rawEnd(streamId);
    return last ? Number(last.revision) : null;
  }

  /** The server can reject an append because of a write that it does not show yet: reads until the write is visible. */
  private async actualRevision({ streamId, expected }: StreamAppend): Promise<number | null> {
    for (let look = 0; ; look++) {
      const actual = await this.endOf(streamId);
      if (!isExpected(expected, actual) || look === MAX_VISIBILITY_READS) return actual;
      await sleep(POLL_MS);
    }
  }
}
