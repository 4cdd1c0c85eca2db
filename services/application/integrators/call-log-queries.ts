import type { KeyRing } from '@fynbos/platform/crypto/keys.ts';
import { open } from '@fynbos/platform/crypto/sealing.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { itemError } from '../rentals/record-rental-events.ts';
import type { CallLog, LoggedCall } from './call-log.ts';
import { sealedAs } from './calls-schema.ts';

interface CallLogServices {
  readonly db: Pool;
  readonly log: { readonly keys: KeyRing };
  readonly callLog: CallLog;
}

/** Rows returned at most. */
const MAX_LISTED = 100;

type CallRow = Pick<LoggedCall, 'callId' | 'keyId' | 'at' | 'form' | 'dryRun' | 'status' | 'durationMs'> &
  LoggedCall['counts'];

export const refusedItemRow = z.object({
  itemId: z.string(),
  callId: z.string(),
  integratorId: z.string(),
  at: z.date(),
  line: z.int(),
  type: z.string().nullable(),
  eventId: z.string().nullable(),
  reservationNo: z.string().nullable(),
  result: z.enum(['conflict', 'rejected']),
  errors: z.array(itemError),
  retriedAt: z.date().nullable(),
  retryResult: z.string().nullable(),
  /** With the driver's name masked. Null if it was too long to store, not JSON, or its key was destroyed. */
  item: z.unknown(),
});
type RefusedItemRow = z.output<typeof refusedItemRow>;
type RefusedRow = Omit<RefusedItemRow, 'item'> & { readonly sealed: string | null };

/** The latest calls of an integrator, the newest first. */
export async function latestCalls({ db, callLog }: CallLogServices, integratorId: string): Promise<readonly CallRow[]> {
  await callLog.flush();
  const { rows } = await db.query<CallRow>(
    `select "callId", "keyId", "at", "form", "dryRun", "status", "durationMs", "recorded", "duplicate", "conflict", "rejected", "unavailable"
     from integrations.calls where "integratorId" = $1 order by "at" desc limit ${MAX_LISTED}`,
    [integratorId],
  );
  return rows;
}

async function opened(
  { log }: CallLogServices,
  integratorId: string,
  rows: readonly RefusedRow[],
): Promise<RefusedItemRow[]> {
  const subject = sealedAs(integratorId);
  const key = (await log.keys.keysFor([subject], { create: false })).get(subject);
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    item: key && sealed ? JSON.parse(open(key, sealed, row.itemId)) : null,
  }));
}

/** The latest refused items of an integrator, the newest first. */
export async function latestRefusedItems(
  services: CallLogServices,
  integratorId: string,
): Promise<readonly RefusedItemRow[]> {
  await services.callLog.flush();
  const { rows } = await services.db.query<RefusedRow>(
    `select * from integrations."refusedItems" where "integratorId" = $1 order by "at" desc, "line" limit ${MAX_LISTED}`,
    [integratorId],
  );
  return opened(services, integratorId, rows);
}

/** One refused item; null if there is none. */
export async function refusedItem(
  services: CallLogServices,
  integratorId: string,
  itemId: string,
): Promise<RefusedItemRow | null> {
  await services.callLog.flush();
  const { rows } = await services.db.query<RefusedRow>(
    `select * from integrations."refusedItems" where "integratorId" = $1 and "itemId" = $2`,
    [integratorId, itemId],
  );
  return (await opened(services, integratorId, rows))[0] ?? null;
}

/** Records the result of sending a refused item again. */
export async function recordRetry(db: Pool, itemId: string, at: Date, result: string): Promise<void> {
  await db.query(`update integrations."refusedItems" set "retriedAt" = $2, "retryResult" = $3 where "itemId" = $1`, [
    itemId,
    at,
    result,
  ]);
}
