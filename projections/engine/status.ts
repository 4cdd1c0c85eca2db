import { type EventStore, type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { z } from 'zod';
import { furthestPosition } from './checkpoint.ts';

/** The status of a read model or a reaction, for the dashboard, `/readyz` and `/metrics`. */
export const subscriptionStatus = z.object({
  name: z.string(),
  kind: z.enum(['projection', 'reaction']),
  version: z.int(),
  partitions: z.int(),
  /** Position of the partition that is furthest behind; null at the beginning of the log. */
  position: z.string().nullable(),
  /** Number of events in the log after that position, counted up to a limit. */
  behind: z.int(),
  /** Age of the oldest of those events in milliseconds; 0 when there is none. */
  lagMs: z.number(),
  /** Events processed since it was built, and events per second recently. */
  events: z.int(),
  rate: z.number(),
  blockedKeys: z.int(),
  movedAt: z.date(),
});
type SubscriptionStatus = Readonly<z.output<typeof subscriptionStatus>>;

const MAX_COUNTED_EVENTS = 1_000;

/** `behind` is counted up to `limit`. While the event store is unavailable, the furthest checkpoint is the end. */
export async function subscriptionStatuses(
  db: pg.Pool,
  store: EventStore,
  now: Date,
  limit = MAX_COUNTED_EVENTS,
): Promise<readonly SubscriptionStatus[]> {
  const headNow = await nullWhenUnavailable(store.head());
  const { rows } = await db.query(
    `select c."projection" as "name", c."kind", max(c."version") as "version", count(*)::int as "partitions",
       case when count(c."position") = count(*) then min(c."position") end as "position",
       sum(c."events")::float8 as "events", max(c."updatedAt") as "movedAt",
       sum(case when c."updatedAt" > now() - interval '5 seconds' then c."rate" else 0 end)::float8 as "rate",
       (select count(*)::int from engine.parked p where p."projection" = c."projection") as "blockedKeys"
     from engine.checkpoints c where c."projection" not like '%\\_\\_next\\_%' and c."projection" not like '%\\_\\_asof\\_%'
     group by c."projection", c."kind" order by c."kind", c."projection"`,
  );
  const head = headNow ?? furthestPosition(rows);
  const lags = new Map<Position | null, Promise<{ behind: number; lagMs: number }>>();
  const lagAt = (position: Position | null) => {
    const lag = lags.get(position) ?? lagBehind(store, { position, head, now, limit });
    lags.set(position, lag);
    return lag;
  };
  return Promise.all(rows.map(async (row) => ({ ...row, ...(await lagAt(row.position)) })));
}

/** The result of a read, or null while the event store is unavailable. */
const nullWhenUnavailable = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    return null;
  });

interface LagQuery {
  readonly position: Position | null;
  readonly head: Position | undefined;
  readonly now: Date;
  /** Maximum number of events to count. */
  readonly limit: number;
}

async function lagBehind(
  store: EventStore,
  { position, head, now, limit }: LagQuery,
): Promise<{ behind: number; lagMs: number }> {
  if (head === undefined || (position !== null && position >= head)) return { behind: 0, lagMs: 0 };
  const page = await nullWhenUnavailable(store.readAll({ from: position ?? undefined, limit }));
  // The events cannot be counted now, but at least one exists.
  if (page === null) return { behind: 1, lagMs: 0 };
  const { events } = page;
  const [oldest] = events;
  return {
    behind: events.length,
    lagMs: oldest ? Math.max(0, now.getTime() - Date.parse(oldest.metadata.recordedAt)) : 0,
  };
}
