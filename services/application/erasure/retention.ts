import { dayOf } from '@fynbos/domain/calendar.ts';
import { payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { keptUntil, RETENTION_YEARS, retentionDecider } from '@fynbos/domain/retention/retention.ts';
import { allPages } from '@fynbos/event-store/all-pages.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { handle, load } from '../handle.ts';
import type { Essentials, Stores } from '../services.ts';

const KEYS_PER_READ = 1_000;

async function* retained({ store }: EventLog): AsyncGenerator<string> {
  for await (const events of allPages(store, { types: ['TaxRecordRetained'] }))
    for (const { streamId } of events) yield streamId;
}

/** Tax records of erased people, bank files of runs, and drivers' names. Runs daily; repeatable. */
export async function endRetention({ log, db, now }: Essentials) {
  const today = dayOf(now());
  let records = 0;
  for await (const streamId of retained(log)) {
    const { state } = await load(log, retentionDecider, streamId, { personal: false });
    if (state.status !== 'retained' || state.until >= today) continue;
    await log.keys.destroy(streamId);
    const context = {
      actor: { kind: 'system', id: 'retention' } as const,
      now: now(),
      correlationId: `retention-${today}`,
    };
    const command = { type: 'DestroyTaxRecord' } as const;
    await handle(log, { decider: retentionDecider, streamId, command, context });
    records++;
  }
  return { records, runs: await endOfRuns({ log, db }, today), rentals: await endOfRentals({ log, db, now }, today) };
}

/** Removes the drivers' names of a rental without events for the period of money events. Decisions use no names. */
async function endOfRentals({ log, db, now }: Essentials, today: string): Promise<number> {
  let [rentals, after] = [0, ''];
  for (;;) {
    // No retention is shorter, so younger keys are skipped.
    const { rows } = await db.query<{ subject: string }>(
      `select subject from keys."subjectKeys"
       where subject > $1 and subject like 'rental-%' and "wrappedKey" is not null and "createdAt" < $2::timestamptz - make_interval(years => ${RETENTION_YEARS})
       order by subject limit $3`,
      [after, now(), KEYS_PER_READ],
    );
    const lasts = await log.store.readLast(rows.map(({ subject }) => subject));
    for (const [streamId, { metadata }] of lasts) {
      if (keptUntil(dayOf(new Date(metadata.recordedAt))) >= today) continue;
      await log.keys.destroy(streamId);
      rentals++;
    }
    after = rows.at(-1)?.subject ?? '';
    if (rows.length < KEYS_PER_READ) return rentals;
  }
}

/** Deletes bank files past their retention period and destroys the keys of their runs. */
async function endOfRuns({ log, db }: Stores, today: string): Promise<number> {
  const { rows } = await db.query<{ runId: string }>(`select distinct "runId" from finance."payoutFileParts"`);
  let runs = 0;
  for (const { runId } of rows) {
    const events = await log.store.readStream(payoutRunStreamOf(runId), { direction: 'backwards', limit: 1 });
    const last = events[0]?.metadata.recordedAt;
    if (last === undefined || keptUntil(dayOf(new Date(last))) >= today) continue;
    await log.keys.destroy(payoutRunStreamOf(runId));
    await db.query('delete from finance."payoutFileParts" where "runId" = $1', [runId]);
    runs++;
  }
  return runs;
}
