import { dayOf } from '@fynbos/domain/calendar.ts';
import { payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import type { RetentionEvent } from '@fynbos/domain/retention/events.ts';
import { keptUntil, retainedUntil } from '@fynbos/domain/retention/retention.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { migrateFinance } from '../payouts/file-store.ts';

interface RetentionParts {
  readonly log: EventLog;
  readonly db: pg.Pool;
  readonly now: () => Date;
}

const PAGE = 1_000;

/** Streams of records that are kept, with their events. */
async function* retained(log: EventLog): AsyncGenerator<string> {
  for (let from: Position | undefined; ; ) {
    const page = await log.store.readAll({
      ...(from === undefined ? {} : { from }),
      limit: PAGE,
      filter: { types: ['TaxRecordRetained'] },
    });
    for (const { streamId } of page.events) yield streamId;
    if (page.atEnd) return;
    from = page.next;
  }
}

/**
 * Destroys what had to be kept once its time is over: the tax records of people who were forgotten, and the bank files of
 * runs, by their keys. Once a day; repeating it changes nothing.
 */
export async function endRetention({ log, db, now }: RetentionParts): Promise<{ records: number; runs: number }> {
  const today = dayOf(now());
  let records = 0;
  for await (const streamId of retained(log)) {
    const stream = await log.readStream(streamId);
    const events = stream.events as unknown as readonly RetentionEvent[];
    const until = retainedUntil(events);
    if (until === null || until >= today) continue;
    await log.keys.destroy(streamId);
    const destroyed: RetentionEvent = {
      type: 'TaxRecordDestroyed',
      data: { agentId: events[0]?.data.agentId ?? 0, destroyedAt: now().toISOString() },
    };
    const context = {
      actor: { kind: 'system', id: 'retention' } as const,
      now: now(),
      correlationId: `retention-${today}`,
    };
    await log.append([{ stream, events: [destroyed], context }]);
    records++;
  }
  return { records, runs: await endOfRuns({ log, db }, today) };
}

/** Bank files whose time is over go, and the key of their run with them. */
async function endOfRuns({ log, db }: Pick<RetentionParts, 'log' | 'db'>, today: string): Promise<number> {
  await migrateFinance(db);
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
