import { lastLogPosition, logEnd } from '@fynbos/event-store/log-position.ts';
import {
  assertStoreIdentity,
  markStoreIdentity,
  SIGNED_MARK_TABLE,
  signedMark,
} from '@fynbos/event-store/own-log/store-identity.ts';
import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import { tableExists } from '@fynbos/platform/postgres.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { liveTable } from '@fynbos/projections/engine/read-model.ts';
import { NEW_FENCE } from '@fynbos/projections/engine/schema.ts';
import { inTransaction } from '@fynbos/projections/engine/transaction.ts';
import type pg from 'pg';

/** Positions of an event in the old and the new store. */
type Pair = readonly [source: Position, target: Position];

/** A position that cannot be moved; nothing was changed. The message names it. */
export class NotSwitched extends Error {
  override readonly name = 'NotSwitched';
}

export interface SwitchOptions {
  readonly db: pg.Pool;
  readonly source: EventStore;
  readonly target: EventStore;
  /** The positions of every event in both logs; throws if the logs differ. */
  readonly pairs: AsyncIterable<Pair>;
  /** Throws if a process works on the database. */
  readonly assertStopped: () => Promise<void>;
}

const PAIRS_PER_INSERT = 5_000;
const AUDIT_LOG = liveTable(auditLog);
/** A checkpoint is at an event or, after events of other types, between two: then it moves to the event before. */
const movedPosition = (column: string): string =>
  `(select m.target from moved m where m.source <= ${column} order by m.source desc limit 1)`;
/** Positions of one kind of store have the same form. */
const shapeOf = (text: string): string => `regexp_replace(${text}, '\\d', '9', 'g')`;

/** Stores all pairs in a temporary table; returns their number. */
async function keepPairs(client: pg.ClientBase, pairs: AsyncIterable<Pair>): Promise<number> {
  await client.query(
    'create temp table moved (source text collate "C" primary key, target text collate "C" not null) on commit drop',
  );
  let [batch, count] = [[] as Pair[], 0];
  const keep = async (): Promise<void> => {
    const columns = [batch.map(([source]) => source), batch.map(([, target]) => target)];
    await client.query('insert into moved select * from unnest($1::text[], $2::text[])', columns);
    count += batch.length;
    batch = [];
  };
  for await (const pair of pairs) {
    batch.push(pair);
    if (batch.length === PAIRS_PER_INSERT) await keep();
  }
  await keep();
  await client.query('analyze moved');
  return count;
}

/** Throws `NotSwitched` if a stored position is not one of the source. */
async function assertPositionsOf(client: pg.ClientBase, source: EventStore): Promise<void> {
  const { rows: ends } = await client.query<{ last: Position | null }>('select max(source) as last from moved');
  const { rows } = await client.query<{ what: string; position: string }>(
    `with places as (
       select 'the checkpoint of ' || "projection" as what, "position" from engine.checkpoints
       union all select 'what was appended by ' || "projection", "appendedPosition" from engine.checkpoints
     ), exactly as (
       select 'a blocked key of ' || "projection" as what, "position" from engine.parked
       union all select 'a waiting event of ' || "projection", "position" from engine."parkedEvents"
       union all select 'an event of audit-log', position from ${AUDIT_LOG}
     )
     select what, "position" from places
     where "position" is not null and ("position" > $1 or ${movedPosition('"position"')} is null
       or ${shapeOf('"position"')} <> (select ${shapeOf('source')} from moved limit 1))
     union all select what, "position" from exactly e where not exists (select from moved m where m.source = e."position")
     limit 1`,
    [await logEnd(source, ends[0]?.last ?? undefined)],
  );
  const [other] = rows;
  if (other)
    throw new NotSwitched(
      `Nothing was switched: ${other.what} is at ${other.position}, which is not a position of this installation's store. If an older release moved the log before, restore the backup from before that move.`,
    );
}

/**
 * One transaction, which also records the store's identity: no rebuild, no repeated effects. Throws `NotSwitched`,
 * `WrongEventStore` if the checkpoints belong to another store, and errors of the stores, `pairs` and `assertStopped`;
 * then nothing was changed.
 */
export async function switchStore({ db, source, target, pairs, assertStopped }: SwitchOptions): Promise<void> {
  await inTransaction(db, async (client) => {
    // Locks out other changes; a process that read a checkpoint before fails at the new fencing token.
    await client.query('lock table engine.checkpoints in exclusive mode');
    await assertStopped();
    await assertStoreIdentity(source, client);
    const count = await keepPairs(client, pairs);
    await assertPositionsOf(client, source);
    await client.query(
      `update engine.checkpoints c set "fence" = ${NEW_FENCE},
         "position" = ${movedPosition('c."position"')}, "appendedPosition" = ${movedPosition('c."appendedPosition"')},
         "buildsTo" = ${movedPosition('c."buildsTo"')}`,
    );
    for (const [table, column] of [
      ['engine.parked', '"position"'],
      ['engine."parkedEvents"', '"position"'],
      [AUDIT_LOG, 'position'],
      ...((await signedMark(client)) ? [[SIGNED_MARK_TABLE, '"position"']] : []),
    ])
      await client.query(`update ${table} t set ${column} = m.target from moved m where m.source = t.${column}`);
    // Signing recounts the events of the new log; the number of the last checkpoint stays.
    if (await tableExists(client, 'audit.covered'))
      await client.query('update audit.covered set events = -1, "position" = null');
    const last = await lastLogPosition(target);
    if (last) await markStoreIdentity(client, last);
    // Comparing both logs takes time, so check again.
    await assertStopped();
    const newest = await lastLogPosition(source);
    const { rows } = await client.query('select max(source) as source, max(target) as target from moved');
    if (newest?.position !== (rows[0].source ?? undefined) || last?.position !== (rows[0].target ?? undefined))
      throw new NotSwitched(
        `Nothing was switched: a store changed after its ${count} events were compared. Stop the portal and run the command again.`,
      );
  });
}
