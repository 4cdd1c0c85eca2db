-- The event log. Invariants that the rest stands on:
--  * An appender takes the shared lock of all appenders, then its streams' locks in sorted order, and only then gets a
--    transaction id. So within a stream the order (epoch, transaction, position) is the order of revisions, and a
--    transaction that has an id without having the appenders' lock can never append.
--  * A reader reads only below a horizon under which no appender can still commit. See eventstore.horizon.

create table eventstore.log (epoch integer not null);
insert into eventstore.log values (1);

create table eventstore.events (
  epoch integer not null,
  "transactionId" xid8 not null,
  position bigint generated always as identity,
  "streamId" text collate "C" not null,
  revision integer not null,
  id uuid not null,
  type text collate "C" not null,
  data json not null,
  metadata json not null,
  "recordedAt" timestamptz not null,
  constraint "eventIdOnce" unique (id),
  constraint "streamRevisionOnce" unique ("streamId", revision)
);
create index "eventsInOrder" on eventstore.events (epoch, "transactionId", position);

-- Appends to many streams, each atomic by itself: one row a stream, in order of `streams`.
-- expected: a revision, or -1 no stream, -2 exists, -3 any. Events name their stream by its ordinal (`streamOf`, from 1)
-- and their place in it (`places`, from 0). data and metadata are joined by U+001E, which JSON text cannot contain.
-- Planner settings: the plan is made once, perhaps on an empty table, and must be by index when there are millions.
create function eventstore.append(
  streams text[], expected integer[], counts integer[],
  "streamOf" integer[], places integer[], ids uuid[], types text[], "recordedAts" timestamptz[], datas text, metadatas text
) returns table (outcome text, revision integer, epoch integer, "transactionId" xid8, "position" bigint)
language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  "currentEpoch" integer;
begin
  perform pg_advisory_xact_lock_shared(1180257858, 1);
  perform pg_advisory_xact_lock(key)
    from (select distinct hashtextextended(s, 1180257858) as key from unnest(streams) as s order by key) as locks;
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'eventstore.append needs a transaction of its own: the streams are locked before it has an id';
  end if;
  select log.epoch into "currentEpoch" from eventstore.log;

  return query
  with entry as materialized (
    select t.n, t.stream, t.expected, t.count, last.revision as last
    from unnest(streams, expected, counts) with ordinality as t(stream, expected, count, n)
    left join lateral (
      select e.revision from eventstore.events e where e."streamId" = t.stream order by e.revision desc limit 1
    ) as last on true
  ), event as materialized (
    select t.* from unnest("streamOf", places, ids, types, "recordedAts",
      string_to_array(datas, E'\x1e'), string_to_array(metadatas, E'\x1e'))
      as t(entry, place, id, type, "recordedAt", data, metadata)
  ), known as materialized (
    select event.entry, event.place, stored."streamId", stored.revision, stored.epoch, stored."transactionId", stored.position
    from event
    cross join lateral (select * from eventstore.events e where e.id = event.id limit 1) as stored
  ), judged as materialized (
    select entry.n, entry.stream, entry.last,
      case
        when coalesce(here.count, 0) = entry.count then 'repeated'
        when here.count + here.elsewhere > 0 then 'conflict'
        when entry.expected = -3
          or (entry.expected = -2 and entry.last is not null)
          or (entry.expected = -1 and entry.last is null)
          or entry.expected = entry.last then 'appended'
        else 'conflict'
      end as outcome
    from entry
    left join lateral (
      select count(*) filter (where known."streamId" = entry.stream) as count,
             count(*) filter (where known."streamId" <> entry.stream) as elsewhere
      from known where known.entry = entry.n
    ) as here on true
  ), added as (
    insert into eventstore.events (epoch, "transactionId", "streamId", revision, id, type, data, metadata, "recordedAt")
    select "currentEpoch", pg_current_xact_id(), judged.stream, coalesce(judged.last, -1) + 1 + event.place,
           event.id, event.type, event.data::json, event.metadata::json, event."recordedAt"
    from judged join event on event.entry = judged.n
    where judged.outcome = 'appended'
    order by judged.n, event.place
    returning "streamId", revision, epoch, "transactionId", position
  ), written as (
    select distinct on (added."streamId") added.* from added order by added."streamId", added.revision desc
  ), answered as (
    select distinct on (known.entry) known.* from known order by known.entry, known.place desc
  )
  select judged.outcome,
    case judged.outcome when 'appended' then written.revision when 'repeated' then answered.revision else judged.last end,
    coalesce(written.epoch, answered.epoch),
    coalesce(written."transactionId", answered."transactionId"),
    coalesce(written.position, answered.position)
  from judged
  left join written on written."streamId" = judged.stream
  left join answered on answered.entry = judged.n
  order by judged.n;
end $$;

-- The transaction id below which no appender can still commit, and whether one holds it back.
-- A running transaction in this snapshot holds the horizon, unless it has ended in between or shows its transaction id
-- without the appenders' lock. That lock is taken before the id and released after the end, so such a transaction is no
-- appender. A transaction without an id yet will get one that is not below xmax. A transaction that has an id but does
-- not show it yet counts as an appender. A reader below the horizon reads in a later snapshot.
-- scoped = false is the fallback: every transaction in the cluster holds the horizon.
create function eventstore.horizon(scoped boolean, out below xid8, out held boolean)
language plpgsql volatile as $$
declare
  snapshot pg_snapshot := pg_current_snapshot();
  oldest xid8;
begin
  below := pg_snapshot_xmax(snapshot);
  if pg_snapshot_xmin(snapshot) = below then
    held := false;
    return;
  end if;
  if not scoped then
    below := pg_snapshot_xmin(snapshot);
    held := true;
    return;
  end if;
  with lock as materialized (
    select l.locktype, l.virtualtransaction, l.transactionid, l.database, l.classid, l.objid, l.objsubid, l.mode
    from pg_locks l where l.granted and l.locktype in ('transactionid', 'advisory')
  ), appender as materialized (
    select lock.virtualtransaction from lock
    where lock.locktype = 'advisory' and lock.classid = 1180257858 and lock.objid = 1 and lock.objsubid = 2
      and lock.database = (select d.oid from pg_database d where d.datname = current_database())
  ), stranger as materialized (
    select lock.transactionid from lock
    where lock.locktype = 'transactionid' and lock.mode = 'ExclusiveLock'
      and lock.virtualtransaction not in (select appender.virtualtransaction from appender)
  )
  select running into oldest
  from pg_snapshot_xip(snapshot) as running
  where running::xid not in (select stranger.transactionid from stranger)
    and pg_xact_status(running) = 'in progress'
  order by running limit 1;
  held := oldest is not null;
  below := coalesce(oldest, below);
end $$;

-- A page of the log after a cursor and below a horizon. Inlined by the planner.
create function eventstore.page(
  "afterEpoch" integer, "afterTransaction" xid8, "afterPosition" bigint, "belowEpoch" integer, "belowTransaction" xid8,
  "pageSize" integer, types text[], prefixes text[], until timestamptz
) returns table (epoch integer, "transactionId" xid8, "position" bigint, "streamId" text, revision integer, id uuid, type text, data json, metadata json)
language sql stable as $$
  select e.epoch, e."transactionId", e.position, e."streamId", e.revision, e.id, e.type, e.data, e.metadata
  from eventstore.events e
  where (e.epoch, e."transactionId", e.position) > ("afterEpoch", "afterTransaction", "afterPosition")
    and (e.epoch, e."transactionId") < ("belowEpoch", "belowTransaction")
    and (types is null or e.type = any (types))
    and (prefixes is null or exists (select from unnest(prefixes) as prefix where starts_with(e."streamId", prefix)))
    and (until is null or e."recordedAt" <= until)
  order by e.epoch, e."transactionId", e.position
  limit "pageSize"
$$;

-- The same backwards: before a cursor.
create function eventstore."pageBackwards"(
  "beforeEpoch" integer, "beforeTransaction" xid8, "beforePosition" bigint,
  "pageSize" integer, types text[], prefixes text[], until timestamptz
) returns table (epoch integer, "transactionId" xid8, "position" bigint, "streamId" text, revision integer, id uuid, type text, data json, metadata json)
language sql stable as $$
  select e.epoch, e."transactionId", e.position, e."streamId", e.revision, e.id, e.type, e.data, e.metadata
  from eventstore.events e
  where (e.epoch, e."transactionId", e.position) < ("beforeEpoch", "beforeTransaction", "beforePosition")
    and (types is null or e.type = any (types))
    and (prefixes is null or exists (select from unnest(prefixes) as prefix where starts_with(e."streamId", prefix)))
    and (until is null or e."recordedAt" <= until)
  order by e.epoch desc, e."transactionId" desc, e.position desc
  limit "pageSize"
$$;

-- A page up to a fresh horizon, in one round trip: each statement of a volatile function has a snapshot of its own.
-- The last row is the mark: the log's last event below the horizon (nulls: none), with the horizon in `type`,
-- its epoch in `streamId` and in `revision` whether an appender held it back.
create function eventstore."pageToHorizon"(
  "afterEpoch" integer, "afterTransaction" xid8, "afterPosition" bigint,
  "pageSize" integer, types text[], prefixes text[], until timestamptz, scoped boolean
) returns table (epoch integer, "transactionId" xid8, "position" bigint, "streamId" text, revision integer, id uuid, type text, data json, metadata json)
language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  horizon record;
  "currentEpoch" integer;
begin
  horizon := eventstore.horizon(scoped);
  select log.epoch into "currentEpoch" from eventstore.log;
  return query select * from eventstore.page("afterEpoch", "afterTransaction", "afterPosition",
    "currentEpoch", horizon.below, "pageSize", types, prefixes, until);
  return query
    select last.epoch, last."transactionId", last.position, "currentEpoch"::text, horizon.held::integer, null::uuid,
           horizon.below::text, null::json, null::json
    from (values (1)) as mark
    left join lateral (
      select e.epoch, e."transactionId", e.position from eventstore.events e
      where (e.epoch, e."transactionId") < ("currentEpoch", horizon.below)
      order by e.epoch desc, e."transactionId" desc, e.position desc limit 1
    ) as last on true;
end $$;

create function eventstore."comesFromAnotherCluster"() returns boolean
language sql volatile as $$
  select exists (
    select from eventstore.events e join eventstore.log on e.epoch = log.epoch
    where e."transactionId" >= pg_snapshot_xmax(pg_current_snapshot())
  )
$$;

-- After a restore into a cluster whose transaction ids start low again, the epoch rises, so that new events stand behind
-- the old. Only then are appenders excluded: a visible event never has an id that its own cluster has not yet given.
create function eventstore."raiseEpochAfterRestore"() returns void
language plpgsql volatile as $$
begin
  if not eventstore."comesFromAnotherCluster"() then
    return;
  end if;
  perform pg_advisory_xact_lock(1180257858, 1);
  update eventstore.log set epoch = log.epoch + 1 where eventstore."comesFromAnotherCluster"();
end $$;
