import type { Position } from '@fynbos/event-store/port.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type pg from 'pg';

/** Where an event stands in the old store and in the new one. */
type Pair = readonly [source: Position, target: Position];

const BATCH = 5_000;
/** A follower stands at an event, or between two where it has passed others' events: then at the one before. */
const at = (column: string): string =>
  `(select m.target from moved m where m.source <= ${column} order by m.source desc limit 1)`;

/**
 * Lets everything that remembers a place in the log remember the same place in the new store, in one transaction: read
 * models and reactions go on where they stood, nothing is rebuilt and no consequence comes twice. Nobody may work on the
 * database meanwhile. Throws what Postgres and `pairs` throw; then nothing was changed.
 */
export async function translatePositions(db: pg.Pool, pairs: AsyncIterable<Pair>): Promise<void> {
  const client = await db.connect();
  let failed = true;
  try {
    await client.query('begin');
    await client.query(
      'create temp table moved (source text collate "C" primary key, target text collate "C" not null) on commit drop',
    );
    let batch: Pair[] = [];
    const keep = async (): Promise<void> => {
      await client.query('insert into moved select * from unnest($1::text[], $2::text[])', [
        batch.map(([source]) => source),
        batch.map(([, target]) => target),
      ]);
      batch = [];
    };
    for await (const pair of pairs) {
      batch.push(pair);
      if (batch.length === BATCH) await keep();
    }
    await keep();
    await client.query('analyze moved');
    await client.query(
      `update engine.checkpoints c set "position" = ${at('c."position"')}, "appendedPosition" = ${at('c."appendedPosition"')}`,
    );
    await client.query(`update engine.parked p set "position" = m.target from moved m where m.source = p."position"`);
    await client.query(
      `update engine."parkedEvents" p set "position" = m.target from moved m where m.source = p."position"`,
    );
    await client.query(
      `update ${readModelTable(auditLog).sql} a set position = m.target from moved m where m.source = a.position`,
    );
    await client.query('commit');
    failed = false;
  } finally {
    if (failed) await client.query('rollback').catch(() => undefined);
    client.release(failed);
  }
}
