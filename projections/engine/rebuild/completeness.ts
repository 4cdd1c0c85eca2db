import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@fynbos/event-store/port.ts';
import { tableExists } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

/** A read model that does not contain all events yet that were in the log when its rebuild began. */
export interface RebuildingReadModel {
  readonly name: string;
  /** Progress of the partition that is furthest behind; 0 to 99. */
  readonly percent: number;
  /** Milliseconds; null where no estimate is possible yet. */
  readonly remainingMs: number | null;
}

interface Row {
  readonly name: string;
  readonly position: Position | null;
  readonly buildsTo: Position;
  readonly elapsedMs: number;
}

/** The last number of a position, which rises with the log in every store. */
const ordinal = (position: Position | null): number => Number(position?.split('-').at(-1) ?? 0);

function toRebuilding({ name, position, buildsTo, elapsedMs }: Row): RebuildingReadModel {
  const share = Math.min(ordinal(position) / Math.max(ordinal(buildsTo), 1), 0.99);
  const remainingMs = share > 0 ? Math.round((elapsedMs / share) * (1 - share)) : null;
  return { name, percent: Math.floor(share * 100), remainingMs };
}

/** All read models that are built from the first event: after a restore, on a new database, or new in a release. */
export async function rebuildingReadModels(db: pg.Pool): Promise<readonly RebuildingReadModel[]> {
  if (!(await tableExists(db, 'engine.checkpoints'))) return [];
  const { rows } = await db.query<Row>({
    name: 'engine-rebuilding',
    text: `select "projection" as name, max("buildsTo") as "buildsTo",
        case when count("position") = count(*) then min("position") end as "position",
        extract(epoch from now() - min("buildsSince"))::float8 * 1000 as "elapsedMs"
      from engine.checkpoints
      where "buildsTo" is not null and ("position" is null or "position" < "buildsTo")
      group by "projection" order by "projection"`,
  });
  return rows.map(toRebuilding);
}

/** Maximum age of the last query of the checkpoints in milliseconds: while a read model is built, and otherwise. */
const POLL_MS = { building: 20, complete: 5_000 };
const WAIT_PAUSE_MS = 200;

/** Finds which read models are complete, for the calls of a process; all calls share one query of the checkpoints. */
export class ReadModelCompleteness {
  private latest: Promise<readonly RebuildingReadModel[]> | undefined;
  private validUntil = 0;

  constructor(private readonly db: pg.Pool) {}

  /** Null where all are complete; waits up to `waitMs` for that. Throws Postgres errors. */
  async incomplete(names: readonly string[], waitMs = 0): Promise<RebuildingReadModel | null> {
    for (const end = performance.now() + waitMs; ; await sleep(WAIT_PAUSE_MS)) {
      const building = (await this.query()).filter(({ name }) => names.includes(name));
      const [furthest] = building.sort((a, b) => a.percent - b.percent);
      if (!furthest || performance.now() >= end) return furthest ?? null;
    }
  }

  private query(): Promise<readonly RebuildingReadModel[]> {
    const now = performance.now();
    if (this.latest && now < this.validUntil) return this.latest;
    this.validUntil = now + POLL_MS.building;
    this.latest = rebuildingReadModels(this.db).then(
      (found) => {
        if (found.length === 0) this.validUntil = now + POLL_MS.complete;
        return found;
      },
      (error) => {
        this.validUntil = 0;
        throw error;
      },
    );
    return this.latest;
  }
}
