import type { Position } from '@fynbos/event-store/port.ts';
import pLimit, { type LimitFunction } from 'p-limit';
import type pg from 'pg';
import { blockKey } from '../blocked-keys.ts';
import type { FoldParts } from '../decode.ts';
import { type BlockedEvent, describeFailure, evolveRow, type Foldable, keysOf, partitionOf } from '../fold.ts';
import type { FoldEvent } from '../projection.ts';
import type { ProjectionInstance } from '../projection-instance.ts';
import { NEW_FENCE } from '../schema.ts';
import { RebuildRows } from './rebuild-rows.ts';

export interface PassOptions {
  /** Stop after this position; null: the log is still empty. Absent: stop at the end of the log. */
  readonly until?: Position | null;
  /** Include only events recorded at or before this instant, ISO 8601 UTC. */
  readonly recordedUntil?: string;
  /** Maximum rows in memory, for all instances together. */
  readonly maxRows: number;
  /** Events per read; rows leave memory between two reads. */
  readonly pageSize: number;
  readonly signal: AbortSignal;
  /** Called after each page with the number of events folded into each instance. */
  onPage?(folded: ReadonlyMap<ProjectionInstance, number>): void;
}

class InstanceRebuild {
  readonly types: ReadonlySet<string>;
  readonly rows: RebuildRows;
  readonly blocked: BlockedEvent[] = [];
  readonly blockedKeys = new Set<string>();
  folded = 0;

  constructor(
    private readonly client: pg.ClientBase,
    readonly instance: ProjectionInstance,
    serialize: LimitFunction,
    maxRows: number,
  ) {
    this.types = new Set(instance.projection.eventTypes);
    this.rows = new RebuildRows(client, instance, serialize, Math.max(1, Math.floor(maxRows / 3)));
  }

  async fold(events: readonly Foldable[]): Promise<void> {
    if (this.rows.hasEvicted) await this.rows.loadEvicted(this.keys(events));
    for (const event of events) this.foldOne(event);
    await this.rows.evict();
  }

  private *keys(events: readonly Foldable[]): Generator<string> {
    for (const event of events) yield* keysOf(this.instance.projection, event, this.blockedKeys).keys;
  }

  private foldOne(event: Foldable): void {
    const { keys, failed } = keysOf(this.instance.projection, event, this.blockedKeys);
    for (const key of keys) {
      if (failed !== undefined) {
        this.block(key, event, failed);
        continue;
      }
      this.folded++;
      if (this.blockedKeys.size > 0 && this.blockedKeys.has(key)) {
        this.blocked.push({ key, eventId: event.id, position: event.position });
        continue;
      }
      const entry = this.rows.rowOf(key);
      try {
        const after = evolveRow(this.instance, entry.row, event as FoldEvent, key);
        if (after !== entry.row) this.rows.set(entry, after);
      } catch (failure) {
        this.block(key, event, failure);
      }
    }
  }

  private block(key: string, event: Foldable, failure: unknown): void {
    const waits = this.blockedKeys.has(key);
    this.blockedKeys.add(key);
    const entry = { key, eventId: event.id, position: event.position };
    this.blocked.push(waits ? entry : { ...entry, error: describeFailure(failure) });
  }

  /** Writes the remaining rows, the blocked keys and the checkpoints, in one transaction. */
  async finish(position: Position | null): Promise<void> {
    const { instance, client } = this;
    const count = instance.projection.partitions;
    await client.query('begin');
    await this.rows.flush();
    for (let partition = 0; partition < count; partition++) {
      const own = this.blocked.filter((event) => partitionOf(event.key, count) === partition);
      if (own.length > 0) await blockKey(client, instance.id, partition, own);
    }
    await client.query(
      `update engine.checkpoints set "position" = $2, "fence" = ${NEW_FENCE}, "updatedAt" = now(),
         "events" = case when "partition" = 0 then $3 else 0 end
       where "projection" = $1`,
      [instance.id, position, this.folded],
    );
    await client.query('commit');
  }
}

/**
 * Reads the log once for all, keeps rows in memory (bounded) and writes in bulk; rows equal those of live processing.
 * Returns the number of events per instance. After a rejected row the caller uses `catchUp`, which blocks its key.
 * Throws an AbortError when the signal aborts.
 */
export async function buildFromLog(
  client: pg.ClientBase,
  { store, decoder }: Pick<FoldParts, 'store' | 'decoder'>,
  instances: readonly ProjectionInstance[],
  options: PassOptions,
): Promise<ReadonlyMap<ProjectionInstance, number>> {
  const serialize = pLimit(1);
  const instanceRebuilds = instances.map(
    (instance) => new InstanceRebuild(client, instance, serialize, options.maxRows / instances.length),
  );
  const folded = () => new Map(instanceRebuilds.map((one) => [one.instance, one.folded]));
  const personal = instances.some((instance) => instance.projection.personal);
  const filter = {
    types: [...new Set(instanceRebuilds.flatMap((instanceRebuild) => [...instanceRebuild.types]))],
    recordedUntil: options.recordedUntil,
  };
  const read = (from: Position | undefined) =>
    store.readAll({ from, limit: options.pageSize, filter, hints: { lazily: true } });
  let position: Position | null = null;
  try {
    let next = options.until === null ? null : read(undefined);
    while (next) {
      const page: Awaited<ReturnType<typeof read>> = await next;
      options.signal.throwIfAborted();
      const { until } = options;
      const isPastEnd = until !== undefined && page.next !== undefined && until !== null && page.next >= until;
      // The next page is read while this one is folded.
      next = isPastEnd || page.atEnd || page.next === undefined ? null : read(page.next);
      next?.catch(() => undefined);
      position = (isPastEnd ? until : page.next) ?? position;
      const stored = isPastEnd ? page.events.filter((event) => event.position <= (until as string)) : page.events;
      const plain = await decoder.decode(stored, false);
      const open = personal ? await decoder.decode(stored, true) : plain;
      for (const instanceRebuild of instanceRebuilds) {
        const { projection } = instanceRebuild.instance;
        const events = projection.stored ? stored : projection.personal ? open : plain;
        await instanceRebuild.fold(
          instanceRebuilds.length === 1
            ? events
            : events.filter((_, at) => instanceRebuild.types.has(stored[at]?.type as string)),
        );
      }
      options.onPage?.(folded());
    }
  } finally {
    // Wait for the writes in progress: the next user needs the client exclusively.
    await serialize(async () => undefined);
  }
  for (const instanceRebuild of instanceRebuilds) await instanceRebuild.finish(position);
  return folded();
}
