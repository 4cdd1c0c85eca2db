import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@fynbos/event-store/port.ts';
import type pg from 'pg';

/** Timeout for everything to catch up after the last fault, on a busy machine. */
const SETTLE_MS = 300_000;

/** Longer than sending an e-mail takes after the faults. */
const LIVING_SENDS_MS = 35_000;

/** All subscriptions are at the head and no notice waits. Returns seconds; throws after five minutes. */
export async function settle(pool: pg.Pool, store: EventStore): Promise<number> {
  const began = Date.now();
  for (;;) {
    const head = await store.head();
    const { rows: behind } = await pool.query<{ projection: string }>(
      'select distinct "projection" from engine.checkpoints where "position" is null or "position" < $1 order by 1',
      [head],
    );
    // Refused notices wait up to hours for their next attempt, and those about rewards for the next morning.
    await pool.query(`update notices.notices set "dueAt" = '-infinity', "sendAt" = null where state = 'queued'`);
    // A notice of a killed sender becomes failed after minutes.
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
