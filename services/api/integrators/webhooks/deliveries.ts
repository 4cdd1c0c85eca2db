import type { Pool } from 'pg';

const PAGE = 50;

/** When each webhook last had something taken, and since when it is failing; ISO 8601 UTC or null. */
export async function healthOf(
  pool: Pool,
  webhookIds: readonly string[],
): Promise<Map<string, { takenAt: Date | null; failingSince: Date | null }>> {
  const { rows } = await pool.query<{ webhookId: string; takenAt: Date | null; failingSince: Date | null }>(
    `select "webhookId", "takenAt", "failingSince" from webhooks.health where "webhookId" = any($1)`,
    [webhookIds],
  );
  return new Map(rows.map(({ webhookId, takenAt, failingSince }) => [webhookId, { takenAt, failingSince }]));
}

/** A page of a webhook's deliveries, newest first, each with what was sent and how every attempt was answered. */
export async function deliveriesOf(
  pool: Pool,
  webhookId: string,
  { before, state }: { before?: string | undefined; state?: string | undefined },
): Promise<readonly object[]> {
  const { rows } = await pool.query(
    `select d."deliveryId", d.kind, d."reservationNo", d.state, d.attempts, d.body, d."createdAt", d."endedAt",
       case when d.state = 'waiting' then d."dueAt" end as "dueAt",
       coalesce((select json_agg(json_build_object('at', a.at, 'status', a.status, 'error', a.error, 'ms', a.ms) order by a.at)
         from webhooks.attempts a where a."deliveryId" = d."deliveryId"), '[]') as answers
     from webhooks.deliveries d
     where d."webhookId" = $1 and ($2::timestamptz is null or d."createdAt" < $2) and ($3::text is null or d.state = $3)
     order by d."createdAt" desc, d."deliveryId" limit ${PAGE}`,
    [webhookId, before ?? null, state ?? null],
  );
  return rows;
}
