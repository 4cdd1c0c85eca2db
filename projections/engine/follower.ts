import type pg from 'pg';
import { advancePage, type Page } from './advance.ts';
import { type AnyProjection, liveBuild } from './build.ts';
import { type Held, hold, type Moves } from './checkpoint.ts';
import type { Interest } from './feed.ts';
import { partitionsOf } from './partition.ts';
import { sqlOf } from './table.ts';

/** Something that follows the log with fenced checkpoints: a read model or a reaction. */
export interface Follower {
  readonly id: string;
  readonly partitions: number;
  /** Only checkpoints of this version are its own. */
  readonly version: number;
  readonly interest: Interest;
  /** Most events a page. */
  readonly pageSize: number;
  /** Its checkpoint, or null where it cannot advance (another version is live). */
  hold(partition: number): Promise<Held | null>;
  /** Takes a page. Null: somebody else moved the checkpoint; nothing was written. */
  take(held: Held, page: Page, signal: AbortSignal): Promise<Held | null>;
}

/** A live read model as a follower. */
export function projectionFollower(db: pg.Pool, projection: AnyProjection, moves: Moves): Follower {
  const build = liveBuild(projection);
  sqlOf(build);
  return {
    id: build.id,
    partitions: partitionsOf(projection),
    version: projection.version,
    interest: {
      types: new Set(projection.eventTypes),
      personal: projection.personal ?? false,
      stored: projection.stored ?? false,
    },
    pageSize: 1000,
    hold: (partition) => hold(db, build.id, projection.version, partition),
    take: (held, page) => advancePage(db, build, held, page, moves),
  };
}
