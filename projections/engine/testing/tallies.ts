import { createHash, randomUUID } from 'node:crypto';
import type { EventMetadata, EventStore, Position, StoredEvent } from '@fynbos/event-store/port.ts';
import { appendAtEnd } from '@fynbos/event-store/testing/append-to.ts';
import { z } from 'zod';
import { defineProjection, type FoldEvent, type Projection } from '../projection.ts';

/** The content of a posting to an account; `poison` makes the test's fold throw. */
export interface Posted {
  readonly type: 'Posted';
  readonly data: {
    readonly account: string;
    readonly cents: number;
    readonly other?: string;
    readonly poison?: boolean;
  };
}
export interface Closed {
  readonly type: 'Closed';
  readonly data: { readonly account: string };
}

const tallyRow = z.object({
  account: z.string(),
  cents: z.int().meta({ column: 'bigint not null' }),
  postings: z.int().meta({ column: 'integer not null check (postings < 100000)' }),
  last: z.string().meta({ column: 'date not null' }),
  lastAt: z.string().meta({ column: 'timestamptz not null' }),
  history: z.array(z.number()).readonly().meta({ column: 'jsonb not null' }),
});
export type TallyRow = z.output<typeof tallyRow>;

/** Ids of events that the handlers reject; removing an id simulates a corrected handler. */
export const poisoned = new Set<string>();

function failIfPoisoned(eventId: string): void {
  if (poisoned.has(eventId)) throw new Error('poisoned');
}

/** For the engine: balances by account, rows that are created and deleted, an event that may change two rows. */
export const tallies = (
  options: { partitions?: number; name?: string; version?: number } = {},
): Projection<TallyRow, Posted | Closed> =>
  defineProjection<TallyRow, Posted | Closed>({
    name: options.name ?? 'test-tallies',
    version: options.version ?? 1,
    partitions: options.partitions ?? 1,
    row: tallyRow,
    primaryKey: 'account',
    indexes: ['("cents")'],
    keys: (event) =>
      'other' in event.data && event.data.other ? [event.data.account, event.data.other] : [event.data.account],
    handlers: {
      Closed: (_row, { id }) => {
        failIfPoisoned(id);
        return null;
      },
      Posted: (row, event, key) => {
        failIfPoisoned(event.id);
        const { data } = event;
        const cents = key === data.account ? data.cents : -data.cents;
        return {
          account: key,
          cents: (row?.cents ?? 0) + cents,
          postings: (row?.postings ?? 0) + (data.poison ? 100_000 : 1),
          last: event.metadata.recordedAt.slice(0, 10),
          lastAt: event.metadata.recordedAt,
          history: [...(row?.history ?? []), cents].slice(-3),
        };
      },
    },
  });

let clock = Date.parse('2026-01-01T00:00:00.000Z');

/** A timestamp one second after the previous one. */
function nextSecond(): string {
  clock += 1000;
  return new Date(clock).toISOString();
}

const metadata = (recordedAt: string): EventMetadata => ({
  v: 1,
  recordedAt,
  actor: { kind: 'system', id: 'test' },
  correlationId: 'test',
  hash: createHash('sha256').update(recordedAt).digest('hex'),
});

/** An event as stored, one second after the previous one unless a time is given. */
export const stored = (type: string, data: object, recordedAt?: string): StoredEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: metadata(recordedAt ?? nextSecond()),
});

export const posted = (account: string, cents: number, more: Partial<Posted['data']> = {}): StoredEvent =>
  stored('Posted', { account, cents, ...more });

/** Appends events, each to the stream of its account. Returns the last position. */
export async function post(store: EventStore, ...events: readonly StoredEvent[]): Promise<Position> {
  let last: Position | undefined;
  for (const event of events) {
    const { position } = await appendAtEnd(store, `test-${(event.data as Posted['data']).account}`, [event]);
    last = position;
  }
  return last as Position;
}

/** The expected content of the read model: its own fold over the whole log, without the engine. */
export async function expected(
  store: EventStore,
  projection: Projection<TallyRow, Posted | Closed>,
): Promise<Map<string, TallyRow>> {
  const rows = new Map<string, TallyRow>();
  const { events } = await store.readAll({ limit: 1_000_000 });
  for (const event of events as unknown as FoldEvent<Posted | Closed>[]) {
    if (!projection.eventTypes.includes(event.type)) continue;
    for (const key of projection.keys(event)) {
      const row = projection.evolve(rows.get(key) ?? null, event, key);
      if (row) rows.set(key, row);
      else rows.delete(key);
    }
  }
  return rows;
}
