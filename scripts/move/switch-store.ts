import { lastLogPosition, logEnd } from '@fynbos/event-store/log-position.ts';
import type { EventStore, Position } from '@fynbos/event-store/port.ts';
import { isThere } from '@fynbos/platform/postgres.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { NEW_FENCE } from '@fynbos/projections/engine/schema.ts';
import {
  assertStoreIdentity,
  markStoreIdentity,
  SIGNED,
  signedMark,
} from '@fynbos/projections/engine/store-identity.ts';
import { inTransaction } from '@fynbos/projections/engine/transaction.ts';
import type pg from 'pg';

/** Where an event stands in the old store and in the new one. */
type Pair = readonly [source: Position, target: Position];

/** Something does not stand where it could be moved from; nothing was changed. The message says what. */
export class NotSwitched extends Error {
  override readonly name = 'NotSwitched';
}

export interface SwitchOptions {
  readonly db: pg.Pool;
  readonly source: EventStore;
  readonly target: EventStore;
  /** Where each event stands in both, to the last; throws where the logs are not equal. */
  readonly pairs: AsyncIterable<Pair>;
  /** Throws if a process works on the database. */
  readonly assertStopped: () => Promise<void>;
}

const BATCH = 5_000;
const AUDIT_LOG = readModelTable(auditLog).sql;
/** A follower stands at an event, or between two where it has passed others' events: then at the one before. */
const at = (column: string): string =>
  `(select m.target from moved m where m.source <= ${column} order by m.source desc limit 1)`;
/** Every position of a store has the same form, another kind of store's another one. */
const form = (text: string): string => `regexp_replace(${text}, '\\d', '9', 'g')`;

/** Keeps all pairs in a table of the transaction; gives how many. */
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
    if (batch.length === BATCH) await keep();
  }
  await keep();
  await client.query('analyze moved');
  return count;
}

/** Throws `NotSwitched` where a place that is remembered is none of the source. */
async function assertPositionsOf(client: pg.ClientBase, source: EventStore): Promise<void> {
  const { rows: ends } = await client.query<{ last: Position | null }>('select max(source) as last from moved');
  const { rows } = await client.query<{ what: string; position: string }>(
    `with places as (
       select 'the checkpoint of ' || "projection" as what, "position" from engine.checkpoints
       union all select 'what was appended by ' || "projection", "appendedPosition" from engine.checkpoints
     ), exactly as (
       select 'a parked key of ' || "projection" as what, "position" from engine.parked
       union all select 'a parked event of ' || "projection", "position" from engine."parkedEvents"
       union all select 'an event of audit-log', position from ${AUDIT_LOG}
     )
     select what, "position" from places
     where "position" is not null and ("position" > $1 or ${at('"position"')} is null
       or ${form('"position"')} <> (select ${form('source')} from moved limit 1))
     union all select what, "position" from exactly e where not exists (select from moved m where m.source = e."position")
     limit 1`,
    [await logEnd(source, ends[0]?.last ?? undefined)],
  );
  const [other] = rows;
  if (other)
    throw new NotSwitched(
      `Nothing was switched: ${other.what} stands at ${other.position}, which is no position of the store that this installation names. Was the log moved before, by an older release? Then restore the backup of before that.`,
    );
}

/**
 * Lets everything that remembers a place in the log remember the same place in the new store, in one transaction that also
 * keeps which store that is: read models and reactions go on where they stood, nothing is rebuilt and no consequence comes
 * twice. Throws `NotSwitched`, `StandsElsewhere` where they do not stand in the source, and what Postgres, the stores,
 * `pairs` and `assertStopped` throw; then nothing was changed.
 */
export async function switchStore({ db, source, target, pairs, assertStopped }: SwitchOptions): Promise<void> {
  await inTransaction(db, async (client) => {
    // Nobody moves one meanwhile, another switch neither; who had read one before must read it anew, by the new fence.
    await client.query('lock table engine.checkpoints in exclusive mode');
    await assertStopped();
    await assertStoreIdentity(source, client);
    const count = await keepPairs(client, pairs);
    await assertPositionsOf(client, source);
    await client.query(
      `update engine.checkpoints c set "fence" = ${NEW_FENCE},
         "position" = ${at('c."position"')}, "appendedPosition" = ${at('c."appendedPosition"')},
         "buildsTo" = ${at('c."buildsTo"')}`,
    );
    for (const [table, column] of [
      ['engine.parked', '"position"'],
      ['engine."parkedEvents"', '"position"'],
      [AUDIT_LOG, 'position'],
      ...((await signedMark(client)) ? [[SIGNED, '"position"']] : []),
    ])
      await client.query(`update ${table} t set ${column} = m.target from moved m where m.source = t.${column}`);
    // How far the log is signed is told by its events when it is counted anew; the number of the last checkpoint stays.
    if (await isThere(client, 'audit.covered'))
      await client.query('update audit.covered set events = -1, "position" = null');
    const last = await lastLogPosition(target);
    if (last) await markStoreIdentity(client, last);
    // Going through both logs takes its time.
    await assertStopped();
    const newest = await lastLogPosition(source);
    const { rows } = await client.query('select max(source) as source, max(target) as target from moved');
    if (newest?.position !== (rows[0].source ?? undefined) || last?.position !== (rows[0].target ?? undefined))
      throw new NotSwitched(
        `Nothing was switched: somebody wrote into a store after its ${count} events were compared. Stop the product and run it again.`,
      );
    return true;
  });
}
