import { allPages } from '@fynbos/event-store/all-pages.ts';
import { sealedUnder } from '@fynbos/event-store/codec.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { unknownSubjects } from '@fynbos/platform/keys.ts';
import type pg from 'pg';
import { ID_KINDS, type IdKind, raiseIds } from '../../services/application/sign-in/schema.ts';

/** Streams and owners of claims that bear an id of a sequence. */
const NUMBERED = new RegExp(`^(${ID_KINDS.join('|')})-(\\d{1,15})$`);

/** The highest id of each kind that any name bears. */
class Highest {
  readonly ids = new Map<IdKind, number>();

  take(name: unknown): void {
    const [, kind, id] = (typeof name === 'string' && NUMBERED.exec(name)) || [];
    if (kind !== undefined) this.ids.set(kind as IdKind, Math.max(Number(id), this.ids.get(kind as IdKind) ?? 0));
  }
}

async function takeFromKeys(db: pg.Pool, highest: Highest): Promise<void> {
  const { rows } = await db.query<{ kind: string; id: string }>(
    `select split_part(subject, '-', 1) as kind, max(split_part(subject, '-', 2)::bigint)::text as id
     from keys."subjectKeys" where subject ~ $1 group by 1`,
    [NUMBERED.source],
  );
  for (const { kind, id } of rows) highest.take(`${kind}-${id}`);
}

/**
 * Lets the database stand no further back than the log, which may have gone on after the copy of the database: ids are given
 * out from above the highest that the log, the keys or `others` know, so that nobody gets somebody else's. Gives the subjects
 * under whose keys the log holds sealed data, and of which the keys know nothing, not even that they were destroyed. Reads the
 * log once. Throws `StoreUnavailable` and what Postgres throws.
 */
export async function levelWithLog(
  store: EventStore,
  db: pg.Pool,
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  const highest = new Highest();
  const without = new Set<string>();
  for (const name of others) highest.take(name);
  await takeFromKeys(db, highest);
  for await (const events of allPages(store)) {
    for (const { streamId, data } of events) {
      highest.take(streamId);
      // A claim may name somebody whose registration did not land: that number is theirs all the same.
      highest.take((data as { owner?: unknown }).owner);
    }
    for (const subject of await unknownSubjects(db, [...new Set(events.flatMap(sealedUnder))])) without.add(subject);
  }
  for (const [kind, id] of highest.ids) await raiseIds(db, kind, id);
  return without;
}
