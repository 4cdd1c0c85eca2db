import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { eventStoreDb } from '@fynbos/event-store/eventstoredb/eventstoredb.ts';
import type { EventStore, StoredEvent } from '@fynbos/event-store/port.ts';
import { migrateEventStore } from '@fynbos/event-store/postgres/migrate.ts';
import { postgresEventStore } from '@fynbos/event-store/postgres/postgres.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import { SKIPPED, withEventStoreDb } from '../environment/event-stores.ts';
import { inFreshDatabase } from '../environment/postgres.ts';

const IN_FLIGHT = 64;
const ROUND_MS = 1500;
const ROUNDS = 5;
/** Each writer appends a few events to each of its streams, like those of agents and rentals. */
const EVENTS_A_STREAM = 5;

const SHAPE = `
  create table bare.events (
    epoch integer not null, "transactionId" xid8 not null, position bigint generated always as identity,
    "streamId" text collate "C" not null, revision integer not null, id uuid not null, type text collate "C" not null,
    data json not null, metadata json not null, "recordedAt" timestamptz not null,
    unique (id), unique ("streamId", revision)
  );
  create index on bare.events (epoch, "transactionId", position)`;
const INSERT = {
  name: 'bare-insert',
  text: `insert into bare.events (epoch, "transactionId", "streamId", revision, id, type, data, metadata, "recordedAt")
    values (1, pg_current_xact_id(), $1, $2, $3, $4, $5, $6, $7)`,
};

/** An event of the size of a recorded invoice. */
function anEvent(): StoredEvent {
  return {
    id: randomUUID(),
    type: 'RentalInvoiced',
    data: {
      reservationNo: 'R-204881-7',
      invoiceNo: 'INV-2026-118842',
      invoiceDate: '2026-03-01',
      loyaltyTrackingNo: 'FY10048219',
      tkRevenueCents: 184250,
      reservation: { reservedOn: '2026-02-11', promoCode: 'SUMMER26', rateCode: 'BAR', vehicleGroup: 'C' },
      rental: { promoCode: 'SUMMER26', rateCode: 'BAR', vehicleGroup: 'C', pickedUpOn: '2026-02-26' },
      sealed: 'q2hhcmFjdGVycyBvZiBhIHNlYWxlZCBkcml2ZXIgbmFtZSBpbiBiYXNlNjQgdGV4dA==',
    },
    metadata: {
      v: 1,
      recordedAt: '2026-03-01T10:00:00.000Z',
      actor: { kind: 'integrator', id: '3' },
      correlationId: randomUUID(),
      hash: '7d793037a0760186574b0282f2f435e77d793037a0760186574b0282f2f435e7',
    },
  };
}

type Write = (streamId: string, revision: number, event: StoredEvent) => Promise<unknown>;

/** Appends single events at an expected revision, 64 at once; returns events per second. */
async function round(write: Write): Promise<number> {
  const until = performance.now() + ROUND_MS;
  const began = performance.now();
  let written = 0;
  const writer = async () => {
    while (performance.now() < until) {
      const streamId = `rental-${randomUUID()}`;
      for (let revision = 0; revision < EVENTS_A_STREAM; revision++) await write(streamId, revision, anEvent());
      written += EVENTS_A_STREAM;
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, writer));
  return (written * 1000) / (performance.now() - began);
}

const through =
  (store: EventStore): Write =>
  (streamId, revision, event) =>
    store.appendMany([
      {
        streamId,
        expected: revision === 0 ? 'no-stream' : revision - 1,
        events: [event],
        hints: { areIdsFresh: true },
      },
    ]);

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * One by one at an expected revision, 64 at once: the embedded store against a bare INSERT of the same rows, in
 * alternating rounds. Medians in events per second, and their ratio (target: 0.6). With `EVENTSTORE_SERVER` or
 * `EVENTSTORE_URL` also EventStoreDB. Runs on the server of `DATABASE_URL`.
 */
export async function bench(): Promise<object> {
  return withEventStoreDb((remoteUrl) =>
    inFreshDatabase(async (url) => {
      const pool = createPool(url, { applicationName: 'bench' });
      const bare = createPool(url, { applicationName: 'bench', max: IN_FLIGHT });
      await migrateEventStore(pool);
      await bare.query(`create schema bare; ${SHAPE}`);
      const store = postgresEventStore({ db: pool });
      const remote = remoteUrl === null ? undefined : eventStoreDb(remoteUrl);
      const insert: Write = (streamId, revision, event) =>
        bare.query({
          ...INSERT,
          values: [
            streamId,
            revision,
            event.id,
            event.type,
            JSON.stringify(event.data),
            JSON.stringify(event.metadata),
            event.metadata.recordedAt,
          ],
        });
      const rates = { store: [] as number[], insert: [] as number[], eventStoreDb: [] as number[] };
      await round(insert);
      await round(through(store));
      for (let n = 0; n < ROUNDS; n++) {
        rates.store.push(await round(through(store)));
        rates.insert.push(await round(insert));
        if (remote) rates.eventStoreDb.push(await round(through(remote)));
      }
      await Promise.all([store.close(), remote?.close()]);
      await Promise.all([pool.end(), bare.end()]);
      return {
        name: 'append',
        inFlight: IN_FLIGHT,
        rounds: ROUNDS,
        eventsPerSecond: Math.round(median(rates.store)),
        bareInsertsPerSecond: Math.round(median(rates.insert)),
        ratio: Number((median(rates.store) / median(rates.insert)).toFixed(2)),
        bar: 0.6,
        eventStoreDbEventsPerSecond: remote ? Math.round(median(rates.eventStoreDb)) : SKIPPED,
      };
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(JSON.stringify(await bench(), null, 2));
