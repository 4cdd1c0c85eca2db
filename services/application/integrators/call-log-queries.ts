import { open } from '@fynbos/platform/crypto/sealing.ts';
import type { Pool } from 'pg';
import type { Application } from '../services.ts';
import type { CallLog, LoggedCall } from './call-log.ts';
import { sealedAs } from './calls-schema.ts';

type Parts = Pick<Application, 'db' | 'log' | 'callLog'>;

/** Rows returned at most. */
const SHOWN = 100;

export type CallRow = Pick<LoggedCall, 'callId' | 'keyId' | 'at' | 'form' | 'dryRun' | 'status' | 'durationMs'> &
  LoggedCall['counts'];

interface RefusedRow {
  readonly itemId: string;
  readonly callId: string;
  readonly integratorId: string;
  readonly at: Date;
  readonly line: number;
  readonly type: string | null;
  readonly eventId: string | null;
  readonly reservationNo: string | null;
  readonly result: 'conflict' | 'rejected';
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly sealed: string | null;
  readonly retriedAt: Date | null;
  readonly retryResult: string | null;
}

/** A refused item. `item` is the sent value; null if it was not stored or its key was destroyed. */
export type RefusedItemRow = Omit<RefusedRow, 'sealed'> & { readonly item: unknown };

/** Writes pending entries first, so that this process's latest calls are included. */
async function upToDate(callLog: CallLog): Promise<void> {
  await callLog.ready();
  await callLog.flush();
}

/** The latest calls of an integrator, the newest first. */
export async function latestCalls({ db, callLog }: Parts, integratorId: string): Promise<readonly CallRow[]> {
  await upToDate(callLog);
  const { rows } = await db.query<CallRow>(
    `select "callId", "keyId", "at", "form", "dryRun", "status", "durationMs", "recorded", "duplicate", "conflict", "rejected", "unavailable"
     from integrations.calls where "integratorId" = $1 order by "at" desc limit ${SHOWN}`,
    [integratorId],
  );
  return rows;
}

async function opened({ log }: Parts, integratorId: string, rows: readonly RefusedRow[]): Promise<RefusedItemRow[]> {
  const subject = sealedAs(integratorId);
  const key = (await log.keys.keysFor([subject], { create: false })).get(subject);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    item: key && sealed ? JSON.parse(open(key, sealed, row.itemId)) : null,
  }));
}

/** The latest refused items of an integrator, the newest first. */
export async function latestRefusedItems(parts: Parts, integratorId: string): Promise<readonly RefusedItemRow[]> {
  await upToDate(parts.callLog);
  const { rows } = await parts.db.query<RefusedRow>(
    `select * from integrations."refusedItems" where "integratorId" = $1 order by "at" desc, "line" limit ${SHOWN}`,
    [integratorId],
  );
  return opened(parts, integratorId, rows);
}

/** One refused item; null if there is none. */
export async function refusedItem(parts: Parts, integratorId: string, itemId: string): Promise<RefusedItemRow | null> {
  await upToDate(parts.callLog);
  const { rows } = await parts.db.query<RefusedRow>(
    `select * from integrations."refusedItems" where "integratorId" = $1 and "itemId" = $2`,
    [integratorId, itemId],
  );
  return (await opened(parts, integratorId, rows))[0] ?? null;
}

/** Records the result of sending a refused item again. */
export async function recordRetry(db: Pool, itemId: string, at: Date, result: string): Promise<void> {
  await db.query(`update integrations."refusedItems" set "retriedAt" = $2, "retryResult" = $3 where "itemId" = $1`, [
    itemId,
    at,
    result,
  ]);
}
