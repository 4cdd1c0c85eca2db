import { instant } from '@fynbos/domain/event-schema.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { columnOf, liveTable, rowsOf } from '../engine/read-model.ts';
import { auditLog } from './audit-log.ts';

const table = liveTable(auditLog);
/** Steps of a chain in each direction, and how many effects and events of the call are shown. */
const MAX_DEPTH = 20;
const MAX_EFFECTS = 100;
const MAX_EVENTS_OF_CALL = 50;

/** To the selected event, which is `this`. `steps`: causal steps between them, from 1. */
export const relatedEvent = z.object({
  relation: z.enum(['cause', 'this', 'effect', 'same-call']),
  steps: z.int(),
  id: z.string(),
  type: z.string(),
  streamId: z.string(),
  /** ISO 8601 UTC. */
  recordedAt: instant,
});
type RelatedEvent = z.output<typeof relatedEvent>;

// A causation id may be a command's, which has no row. Only a UUID can identify an event.
const CAUSE_SQL = `case when "causationId" ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then "causationId"::uuid end`;

const CAUSAL_CHAIN_SQL = `
  with recursive up as (
    select id, ${CAUSE_SQL} as cause, 0 as steps from ${table} where id = $1
    union all
    select e.id, ${CAUSE_SQL}, up.steps + 1 from up join ${table} e on e.id = up.cause where up.steps < ${MAX_DEPTH}
  ), down as (
    select id, 0 as steps from ${table} where id = $1
    union all
    select e.id, down.steps + 1 from down join ${table} e on e."causationId" = down.id::text where down.steps < ${MAX_DEPTH}
  ), effects as (
    select id, steps from down where steps > 0 limit ${MAX_EFFECTS}
  ), "sameCall" as (
    select id from ${table} where "correlationId" = $2 order by "recordedAt" limit ${MAX_EVENTS_OF_CALL}
  ), found as (
    select id, steps, case when steps = 0 then 'this' else 'cause' end as relation, case when steps = 0 then 1 else 0 end as "group",
      -steps as place from up
    union all select id, steps, 'effect', 2, steps from effects
    union all select id, 0, 'same-call', 3, 0 from "sameCall"
      where id not in (select id from up) and id not in (select id from effects)
  )
  select f.relation, f.steps, e.id, e.type, e."streamId", e."recordedAt" from found f join ${table} e using (id)
  order by f."group", f.place, e."recordedAt", e.position`;

/** Causes (the first one first), the event, effects, and other events of the call. */
export const chainOf = (db: Pool, id: string, correlationId: string): Promise<readonly RelatedEvent[]> =>
  rowsOf(db, CAUSAL_CHAIN_SQL, [id, correlationId]);

/** Returns the log position of an event, or undefined if the read model does not have it yet. */
export const positionOf = async (db: Pool, id: string): Promise<Position | undefined> =>
  (await columnOf<Position>(db, 'position', `select position from ${table} where id = $1`, [id]))[0];
