import type { Position } from '@fynbos/event-store/port.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type { Pool } from 'pg';

const table = readModelTable(auditLog).sql;
/** How far a chain is followed each way, and how many events of it, and of the same call, are shown. */
const DEEPEST = 20;
const MOST_EFFECTS = 100;
const MOST_OF_CALL = 50;

/** How another event stands to the one that is looked at; `this` is itself. `steps`: how many causes lie between, from 1. */
interface RelatedEvent {
  readonly relation: 'cause' | 'this' | 'effect' | 'same-call';
  readonly steps: number;
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  /** ISO 8601 UTC. */
  readonly recordedAt: string;
}

// What caused an event may be a command, which has no row; only a UUID can name an event.
const CAUSE = `case when "causationId" ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then "causationId"::uuid end`;

const CHAIN = `
  with recursive up as (
    select id, ${CAUSE} as cause, 0 as steps from ${table} where id = $1
    union all
    select e.id, ${CAUSE}, up.steps + 1 from up join ${table} e on e.id = up.cause where up.steps < ${DEEPEST}
  ), down as (
    select id, 0 as steps from ${table} where id = $1
    union all
    select e.id, down.steps + 1 from down join ${table} e on e."causationId" = down.id::text where down.steps < ${DEEPEST}
  ), effects as (
    select id, steps from down where steps > 0 limit ${MOST_EFFECTS}
  ), "sameCall" as (
    select id from ${table} where "correlationId" = $2 order by "recordedAt" limit ${MOST_OF_CALL}
  ), found as (
    select id, steps, case when steps = 0 then 'this' else 'cause' end as relation, case when steps = 0 then 1 else 0 end as "group",
      -steps as place from up
    union all select id, steps, 'effect', 2, steps from effects
    union all select id, 0, 'same-call', 3, 0 from "sameCall"
      where id not in (select id from up) and id not in (select id from effects)
  )
  select f.relation, f.steps, e.id, e.type, e."streamId", e."recordedAt" from found f join ${table} e using (id)
  order by f."group", f.place, e."recordedAt", e.position`;

/** The chain of an event: what caused it (the first cause first), itself, what it caused, and what else was done in the same call. */
export async function chainOf(pool: Pool, id: string, correlationId: string): Promise<readonly RelatedEvent[]> {
  return (await pool.query<RelatedEvent>(CHAIN, [id, correlationId])).rows;
}

/** Where an event stands in the log; undefined where the read model does not have it yet. */
export async function placeOf(pool: Pool, id: string): Promise<Position | undefined> {
  const { rows } = await pool.query<{ position: Position }>(`select position from ${table} where id = $1`, [id]);
  return rows[0]?.position;
}
