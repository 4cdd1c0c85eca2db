import { readFileSync } from 'node:fs';
import { migrate } from '@fynbos/platform/postgres.ts';
import type pg from 'pg';

/** Postgres's clock: ages must not depend on processes. Adding the column is instant for any number of events. */
const STORED_AT = 'alter table events add column "storedAt" timestamptz not null default now()';

/** The reads that commands repeat. As in `append`, they are planned once per session and use the index. */
const STREAM_READS = `
  create function streams(wanted text[]) returns setof events language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
  as $$ begin
    return query select e.* from eventstore.events e where e."streamId" = any(wanted) order by e."streamId", e.revision;
  end $$;
  create function ends(wanted text[]) returns setof events language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
  as $$ begin
    return query select last.* from unnest(wanted) as stream cross join lateral (
      select e.* from eventstore.events e where e."streamId" = stream order by e.revision desc limit 1) as last;
  end $$`;

/** Raises the epoch after a restore. Safe for any number of processes at once. */
export async function migrateEventStore(db: pg.Pool): Promise<void> {
  const sql = readFileSync(new URL('./postgres.sql', import.meta.url), 'utf8');
  await migrate(db, 'eventstore', [
    { id: '0001-event-log', sql },
    { id: '0002-stored-at', sql: STORED_AT },
    { id: '0003-stream-reads', sql: STREAM_READS },
  ]);
  await db.query('select eventstore."raiseEpochAfterRestore"()');
}
