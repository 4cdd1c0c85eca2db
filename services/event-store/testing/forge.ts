import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { chainHash, GENESIS } from '../hash-chain.ts';
import type { EventMetadata, EventStore, RecordedEvent } from '../port.ts';

/* Simulates an attacker with write access to the embedded store who can compute hash chains but has no key. */

const rehashed = (previous: string, event: RecordedEvent): { data: string; metadata: EventMetadata } => {
  const { hash: _hash, mac, ...rest } = event.metadata;
  const data = JSON.stringify(event.data);
  const hash = chainHash(previous, { ...event, data, metadata: JSON.stringify(rest) });
  return { data, metadata: { ...rest, hash, ...(mac === undefined ? {} : { mac }) } };
};

/** Changes an event in the database and recomputes its hash and all later hashes of the stream. */
export async function rewrite(
  pool: pg.Pool,
  store: EventStore,
  { streamId, revision }: { streamId: string; revision: number },
  change: (event: RecordedEvent) => RecordedEvent,
): Promise<void> {
  const events = await store.readStream(streamId);
  let previous = events[revision - 1]?.metadata.hash ?? GENESIS;
  for (const event of events.slice(revision)) {
    const { data, metadata } = rehashed(previous, event.revision === revision ? change(event) : event);
    previous = metadata.hash;
    await pool.query('update eventstore.events set data = $2, metadata = $3 where id = $1', [
      event.id,
      data,
      JSON.stringify(metadata),
    ]);
  }
}

/** The event gets a matching hash, and the metadata of the previous event except `mac`. */
export async function insertAtEnd(
  pool: pg.Pool,
  store: EventStore,
  streamId: string,
  { data, mac }: { data: object; mac?: string },
): Promise<void> {
  const [last] = await store.readStream(streamId, { direction: 'backwards', limit: 1 });
  if (!last) throw new Error(`${streamId} has no event`);
  const { mac: _mac, ...rest } = last.metadata;
  const forged = { ...last, id: randomUUID(), revision: last.revision + 1, data, metadata: rest };
  const made = rehashed(last.metadata.hash, mac === undefined ? forged : { ...forged, metadata: { ...rest, mac } });
  await pool.query(
    `insert into eventstore.events (epoch, "transactionId", "streamId", revision, id, type, data, metadata, "recordedAt")
     select epoch, pg_current_xact_id(), $1, $2, $3, $4, $5, $6, $7 from eventstore.log`,
    [streamId, forged.revision, forged.id, last.type, made.data, JSON.stringify(made.metadata), rest.recordedAt],
  );
}
