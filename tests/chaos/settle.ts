import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type pg from 'pg';

/** Longest time after the last fault in which everything has to have caught up, on a machine that does much else beside. */
const SETTLE_MS = 300_000;

/** Longer than a mail takes that a living process sends once all faults are over. */
const LIVING_SENDS_MS = 35_000;

/** Waits until every read model and reaction has passed the head and no notice waits. Gives the seconds; throws after five minutes. */
export async function settle(pool: pg.Pool, store: EventStore): Promise<number> {
  const began = Date.now();
  for (;;) {
    const head = await store.head();
    const { rows: behind } = await pool.query<{ projection: string }>(
      'select distinct "projection" from engine.checkpoints where "position" is null or "position" < $1 order by 1',
      [head],
    );
    // What was refused waits up to hours for its next try; the servers take again, so it is made due by every clock.
    await pool.query(`update notices.notices set "dueAt" = '-infinity' where state = 'queued'`);
    // A notice whose sender was killed is buried after minutes. By now nothing takes as long as this.
    if (Date.now() - began > LIVING_SENDS_MS)
      await pool.query(
        `update notices.notices set "claimedAt" = '-infinity'
         where state = 'sending' and coalesce("claimedAt", "changedAt") < now() - interval '${LIVING_SENDS_MS} milliseconds'`,
      );
    const { rows: waiting } = await pool.query<{ count: number }>(
      `select count(*)::int as count from notices.notices where state in ('queued', 'sending')`,
    );
    const notices = waiting[0]?.count ?? 0;
    if (behind.length === 0 && notices === 0 && (await store.head()) === head) return (Date.now() - began) / 1_000;
    if (Date.now() - began > SETTLE_MS) {
      const who = behind.map(({ projection }) => projection).join(', ') || 'none';
      throw new Error(`five minutes after the last fault these are behind: ${who}; ${notices} notices wait`);
    }
    await sleep(100);
  }
}
