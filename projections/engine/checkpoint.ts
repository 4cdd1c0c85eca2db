import type { Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import type { ProjectionInstance } from './projection-instance.ts';
import { NEW_FENCE } from './schema.ts';

/** The ownership of a partition, valid until another worker changes the fencing token. */
export interface CheckpointLease {
  readonly id: string;
  readonly partition: number;
  readonly version: number;
  /** The read model contains every event up to this position; null before the first event. */
  readonly position: Position | null;
  readonly fence: string;
  readonly blockedKeys: ReadonlySet<string>;
}

/** An advance of a checkpoint. `events` counts the events that had an effect. */
export interface CheckpointAdvance {
  readonly lease: CheckpointLease;
  readonly to: Position;
  readonly events: number;
}

/** The furthest of these checkpoints' positions; undefined where no event has been processed. */
export const furthestPosition = (checkpoints: readonly { position: Position | null }[]): Position | undefined =>
  checkpoints
    .flatMap(({ position }) => position ?? [])
    .sort()
    .at(-1);

/** The position of a reaction with one partition; null before its first event. Throws Postgres errors. */
export async function reactionPosition(db: pg.Pool, name: string): Promise<Position | null> {
  const { rows } = await db.query<{ position: Position | null }>(
    `select "position" from engine.checkpoints where "projection" = $1 and "kind" = 'reaction' and "partition" = 0`,
    [name],
  );
  return rows[0]?.position ?? null;
}

/**
 * The lease is not exclusive: of several workers, the first that advances the checkpoint succeeds. Null without a
 * checkpoint of this version: another release owns the read model, or it is not built yet.
 */
export async function readLease(
  db: pg.Pool | pg.ClientBase,
  id: string,
  version: number,
  partition: number,
): Promise<CheckpointLease | null> {
  const { rows } = await db.query({
    name: 'engine-lease',
    text: `select "position", "fence",
      (select array_agg(p."key") from engine.parked p where p."projection" = c."projection" and p."partition" = c."partition") as "blocked"
      from engine.checkpoints c where "projection" = $1 and "partition" = $2 and "version" = $3`,
    values: [id, partition, version],
  });
  const row = rows[0];
  return row
    ? { id, partition, version, position: row.position, fence: row.fence, blockedKeys: new Set(row.blocked ?? []) }
    : null;
}

/** Like `readLease`, for a partition of a projection instance. */
export const readInstanceLease = (
  db: pg.Pool | pg.ClientBase,
  instance: ProjectionInstance,
  partition: number,
): Promise<CheckpointLease | null> => readLease(db, instance.id, instance.projection.version, partition);

/** Seconds, bounded: the clock of Postgres may step back, and exp() rejects large arguments. */
const AGE = `least(greatest(extract(epoch from now() - c."updatedAt"), 0.001), 100)::float8`;

/**
 * SQL: the mean of about ten seconds after an advance. Below what the column can hold it becomes 0; Postgres would
 * reject the advance.
 */
const rateWith = (events: string): string =>
  `coalesce(nullif(greatest(
    c."rate"::float8 * exp(-${AGE} / 10) + ${events} / ${AGE} * (1 - exp(-${AGE} / 10)), 1e-9), 1e-9), 0)`;

/**
 * SQL with $1 to $6 as in `advanceValues`. No row when another worker advanced it. `raisesAppended`: also raises the
 * position that a reaction's commands appended, $7.
 */
export const advanceCheckpoint = ({ raisesAppended }: { readonly raisesAppended: boolean }): string =>
  `update engine.checkpoints c set "position" = $5, "fence" = ${NEW_FENCE},
  "events" = "events" + $6::int,
  "rate" = ${rateWith('$6::int')},
  ${raisesAppended ? '"appendedPosition" = greatest("appendedPosition", $7::text),' : ''}
  "updatedAt" = now()
  where "projection" = $1 and "partition" = $2 and "version" = $3 and "fence" = $4 returning "fence"`;

export const ADVANCE_CHECKPOINT = advanceCheckpoint({ raisesAppended: false });

export const advanceValues = ({ lease, to, events }: CheckpointAdvance): unknown[] => [
  lease.id,
  lease.partition,
  lease.version,
  lease.fence,
  to,
  events,
];

/** The lease after a successful advance. */
export const leaseAfter = (
  lease: CheckpointLease,
  to: Position,
  fence: string,
  blockedKeys = lease.blockedKeys,
): CheckpointLease => ({
  ...lease,
  position: to,
  fence,
  blockedKeys,
});

interface Waiting {
  readonly advance: CheckpointAdvance;
  readonly resolve: (lease: CheckpointLease | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Past events that changed nothing: one statement per turn of the event loop for all partitions of a process, so that
 * an event that does not concern a dozen read models costs one round trip. Rows that another transaction has locked are
 * advanced one by one.
 */
export class CheckpointBatch {
  private waiting: Waiting[] = [];
  constructor(readonly db: pg.Pool) {}

  /** Advances a checkpoint. Returns the lease after it, or null when another worker advanced it. */
  advance(advance: CheckpointAdvance): Promise<CheckpointLease | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ advance, resolve, reject });
      if (this.waiting.length === 1) setImmediate(() => void this.flush());
    });
  }

  private async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    try {
      const fences =
        batch.length > 1
          ? await this.advanceInOneStatement(batch.map(({ advance }) => advance))
          : new Map<string, string>();
      await Promise.all(
        batch.map(async ({ advance, resolve, reject }) => {
          try {
            const fence = fences.get(checkpointKey(advance.lease)) ?? (await this.advanceOne(advance));
            resolve(fence === undefined ? null : leaseAfter(advance.lease, advance.to, fence));
          } catch (error) {
            reject(error);
          }
        }),
      );
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  private async advanceInOneStatement(advances: readonly CheckpointAdvance[]): Promise<Map<string, string>> {
    const { rows } = await this.db.query({
      name: 'engine-advance-many',
      text: `with requested as (
          select * from unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::int[])
            as a("id", "part", "version", "old", "to", "count")),
        free as (
          select c."projection", c."partition", a."to", a."count" from engine.checkpoints c
          join requested a on c."projection" = a."id" and c."partition" = a."part" and c."version" = a."version" and c."fence" = a."old"
          for update of c skip locked)
        update engine.checkpoints c set "position" = f."to", "fence" = ${NEW_FENCE}, "events" = "events" + f."count",
          "rate" = ${rateWith('f."count"')}, "updatedAt" = now()
        from free f where c."projection" = f."projection" and c."partition" = f."partition"
        returning c."projection", c."partition", c."fence"`,
      values: [0, 1, 2, 3, 4, 5].map((at) => advances.map((advance) => advanceValues(advance)[at])),
    });
    return new Map(rows.map((row) => [`${row.projection}/${row.partition}`, row.fence]));
  }

  private async advanceOne(advance: CheckpointAdvance): Promise<string | undefined> {
    const { rows } = await this.db.query({
      name: 'engine-advance',
      text: ADVANCE_CHECKPOINT,
      values: advanceValues(advance),
    });
    return rows[0]?.fence;
  }
}

const checkpointKey = (lease: CheckpointLease): string => `${lease.id}/${lease.partition}`;
