import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import pLimit, { type LimitFunction } from 'p-limit';
import type pg from 'pg';
import { blockKey } from './blocked-keys.ts';
import type { Decoder } from './decode.ts';
import { describeFailure, evolveRow, type Foldable, isUnreadable, type ParkedEvent, streamKey } from './fold.ts';
import { partitionOf, partitionsOf } from './partition.ts';
import type { ProjectionInstance } from './projection-instance.ts';
import { ReplayRows } from './replay-rows.ts';
import { NEW_FENCE } from './schema.ts';

export interface PassOptions {
  /** Stop after this position; null: the log has nothing yet. Absent: at the end of the log. */
  readonly until?: Position | null;
  /** Only what was recorded at or before this instant, ISO 8601 UTC. */
  readonly recordedUntil?: string;
  /** Most rows in memory, of all buildings together. */
  readonly maxRows: number;
  /** Events a read; rows leave memory between two. */
  readonly pageSize: number;
  readonly signal: AbortSignal;
  /** Called after each page with how many events each building took so far. */
  onPage?(taken: ReadonlyMap<ProjectionInstance, number>): void;
}

/** One building in the making. */
class Making {
  readonly types: ReadonlySet<string>;
  readonly rows: ReplayRows;
  readonly parked: ParkedEvent[] = [];
  readonly parkedKeys = new Set<string>();
  taken = 0;

  constructor(
    private readonly client: pg.ClientBase,
    readonly build: ProjectionInstance,
    serialize: LimitFunction,
    maxRows: number,
  ) {
    this.types = new Set(build.projection.eventTypes);
    this.rows = new ReplayRows(client, build, serialize, Math.max(1, Math.floor(maxRows / 3)));
  }

  async take(events: readonly Foldable[]): Promise<void> {
    if (this.rows.spilled) await this.rows.bring(this.#keys(events));
    for (const event of events) this.#takeOne(event);
    await this.rows.spill();
  }

  *#keys(events: readonly Foldable[]): Generator<string> {
    for (const event of events) {
      if (isUnreadable(event)) continue;
      try {
        yield* this.build.projection.keys(event);
      } catch {
        // Parked when it is taken.
      }
    }
  }

  #takeOne(event: Foldable): void {
    const { projection } = this.build;
    if (isUnreadable(event)) {
      this.#park(streamKey(event.streamId), event, event.error);
      return;
    }
    let keys: readonly string[];
    try {
      keys = projection.keys(event);
    } catch (failure) {
      this.#park(streamKey(event.streamId), event, failure);
      return;
    }
    for (const key of keys) {
      this.taken++;
      if (this.parkedKeys.size > 0 && this.parkedKeys.has(key)) {
        this.parked.push({ key, eventId: event.id, position: event.position });
        continue;
      }
      const entry = this.rows.entry(key);
      try {
        const after = evolveRow(this.build, entry.row, event, key);
        if (after !== entry.row) this.rows.put(entry, after);
      } catch (failure) {
        this.#park(key, event, failure);
      }
    }
  }

  #park(key: string, event: Foldable, failure: unknown): void {
    const waits = this.parkedKeys.has(key);
    this.parkedKeys.add(key);
    const entry = { key, eventId: event.id, position: event.position };
    this.parked.push(waits ? entry : { ...entry, error: describeFailure(failure) });
  }

  /** Writes what is left, the parked keys and the checkpoints, in one transaction. */
  async finish(position: Position | null): Promise<void> {
    const { build, client } = this;
    const count = partitionsOf(build.projection);
    await client.query('begin');
    await this.rows.flush();
    for (let partition = 0; partition < count; partition++) {
      const own = this.parked.filter((event) => partitionOf(event.key, count) === partition);
      if (own.length > 0) await blockKey(client, build.id, partition, own);
    }
    await client.query(
      `update engine.checkpoints set "position" = $2, "fence" = ${NEW_FENCE}, "updatedAt" = now(),
         "events" = case when "partition" = 0 then $3 else 0 end
       where "projection" = $1`,
      [build.id, position, this.taken],
    );
    await client.query('commit');
  }
}

/**
 * The quick way to make buildings: one reading of the log for all of them, their rows in memory (bounded), written in
 * bulk at the end. The same folds as the live way, and the same rows; a test holds them to it. The buildings are there,
 * empty. Gives what each took; throws `StoreUnavailable`, what Postgres throws (a refused row among it: then take the
 * slow way, which parks it), and an AbortError when the signal aborts.
 */
export async function buildFromLog(
  client: pg.ClientBase,
  store: EventStore,
  decoder: Decoder,
  builds: readonly ProjectionInstance[],
  options: PassOptions,
): Promise<ReadonlyMap<ProjectionInstance, number>> {
  const serialize = pLimit(1);
  const makings = builds.map((build) => new Making(client, build, serialize, options.maxRows / builds.length));
  const personal = builds.some((build) => build.projection.personal);
  const filter = {
    types: [...new Set(makings.flatMap((making) => [...making.types]))],
    ...(options.recordedUntil ? { recordedUntil: options.recordedUntil } : {}),
  };
  const read = (from: Position | undefined) =>
    store.readAll({ ...(from === undefined ? {} : { from }), limit: options.pageSize, filter, lazily: true });
  let position: Position | null = null;
  try {
    let next = options.until === null ? null : read(undefined);
    while (next) {
      const page: Awaited<ReturnType<typeof read>> = await next;
      options.signal.throwIfAborted();
      const { until } = options;
      const over = until !== undefined && page.next !== undefined && until !== null && page.next >= until;
      // The next page is on its way while this one is folded.
      next = over || page.atEnd || page.next === undefined ? null : read(page.next);
      next?.catch(() => undefined);
      position = (over ? until : page.next) ?? position;
      const stored = over ? page.events.filter((event) => event.position <= (until as string)) : page.events;
      const plain = await decoder.decode(stored, false);
      const open = personal ? await decoder.decode(stored, true) : plain;
      for (const making of makings) {
        const { projection } = making.build;
        const events = projection.stored ? stored : projection.personal ? open : plain;
        await making.take(
          makings.length === 1 ? events : events.filter((_, at) => making.types.has(stored[at]?.type as string)),
        );
      }
      options.onPage?.(new Map(makings.map((making) => [making.build, making.taken])));
    }
  } finally {
    // What is still being written ends first: what comes next has the client alone.
    await serialize(async () => undefined);
  }
  for (const making of makings) await making.finish(position);
  return new Map(makings.map((making) => [making.build, making.taken]));
}
