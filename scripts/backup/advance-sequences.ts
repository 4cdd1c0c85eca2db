import { ID_KINDS, type IdKind, raiseIds } from '@fynbos/application/auth/schema.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import { sealedUnder } from '@fynbos/event-store/codec.ts';
import type { EventStore } from '@fynbos/event-store/port.ts';
import { unknownSubjects } from '@fynbos/platform/crypto/keys.ts';
import type pg from 'pg';

/** Names of streams and claim owners that contain a number of a sequence. */
const NUMBERED_NAME = new RegExp(`^(${ID_KINDS.join('|')})-(\\d{1,15})$`);

/** The highest number of each kind in any name. */
class Highest {
  readonly ids = new Map<IdKind, number>();

  take(name: unknown): void {
    const [, kind, id] = (typeof name === 'string' && NUMBERED_NAME.exec(name)) || [];
    if (kind !== undefined) this.ids.set(kind as IdKind, Math.max(Number(id), this.ids.get(kind as IdKind) ?? 0));
  }
}

async function takeFromKeys(db: pg.Pool, highest: Highest): Promise<void> {
  const { rows } = await db.query<{ kind: string; id: string }>(
    `select split_part(subject, '-', 1) as kind, max(split_part(subject, '-', 2)::bigint)::text as id
     from keys."subjectKeys" where subject ~ $1 group by 1`,
    [NUMBERED_NAME.source],
  );
  for (const { kind, id } of rows) highest.take(`${kind}-${id}`);
}

/**
 * Above the highest number in the log, the keys and `others`, because the log may be newer than the database. Returns
 * the subjects with encrypted data in the log and an unknown key (not even a destroyed one).
 */
export async function advanceSequences(
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
      // A claim may name a person with a failed registration; the number stays used.
      highest.take((data as { owner?: unknown }).owner);
    }
    for (const subject of await unknownSubjects(db, [...new Set(events.flatMap(sealedUnder))])) without.add(subject);
  }
  for (const [kind, id] of highest.ids) await raiseIds(db, kind, id);
  return without;
}
