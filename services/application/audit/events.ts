import { DomainError } from '@fynbos/domain/errors.ts';
import type { AllPage, ReadAllOptions, RecordedEvent } from '@fynbos/event-store/port.ts';
import { positionOf } from '@fynbos/projections/audit-log/causes.ts';
import { z } from 'zod';
import type { Stores, WithLog } from '../services.ts';

/** A page of the log. Rejects with `events.from` a text that is not a position. Throws `StoreUnavailable`. */
export async function readEvents({ log }: WithLog, options: ReadAllOptions): Promise<AllPage> {
  try {
    return await log.store.readAll(options);
  } catch (error) {
    if (error instanceof RangeError) throw new DomainError('invalid', 'events.from', 'Position not found.');
    throw error;
  }
}

/** An event with the ids of its neighbours in the stream. Throws `event.unknown` and `StoreUnavailable`. */
export async function eventWithNeighbours(
  { log, db }: Stores,
  text: string,
): Promise<{ readonly event: RecordedEvent; readonly previous: string | null; readonly next: string | null }> {
  const id = z.uuid().safeParse(text);
  const event = id.success ? await log.store.readEvent(id.data, await positionOf(db, id.data)) : null;
  if (!event) throw new DomainError('not-found', 'event.unknown', 'Event not found.');
  const { streamId, revision } = event;
  const idAt = async (from: number) => (await log.store.readStream(streamId, { from, limit: 1 }))[0]?.id ?? null;
  const [previous, next] = await Promise.all([revision > 0 ? idAt(revision - 1) : null, idAt(revision + 1)]);
  return { event, previous, next };
}

/** The streams that have events, in their order. Throws `stream.unknown` if none has, and `StoreUnavailable`. */
export async function existingStreams({ log }: WithLog, streamIds: readonly string[]): Promise<readonly string[]> {
  const last = await log.store.readLast(streamIds);
  const found = streamIds.filter((streamId) => last.has(streamId));
  if (found.length === 0) throw new DomainError('not-found', 'stream.unknown', 'Stream not found.');
  return found;
}
