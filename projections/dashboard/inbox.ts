import type { Permission } from '@fynbos/domain/admin/permissions.ts';
import { FAILED_PAYMENT } from '@fynbos/domain/rewards-account/holds.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { approvals } from '../approvals/approvals.ts';
import { balances } from '../balances/balances.ts';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { enquiries } from '../enquiries/enquiries.ts';
import { holds } from '../holds/holds.ts';
import { payouts } from '../payouts/payouts.ts';
import { reconciliations } from '../reconciliations/reconciliations.ts';

const APPROVALS_TABLE = liveTable(approvals);
const BALANCES_TABLE = liveTable(balances);
const ENQUIRIES_TABLE = liveTable(enquiries);
const HOLDS_TABLE = liveTable(holds);
const PAYOUT_RUNS_TABLE = liveTable(payouts);
const RECONCILIATIONS_TABLE = liveTable(reconciliations);

/** Kinds of work in an administrator's inbox, most urgent first. */
export const WORK_KINDS = [
  'differences',
  'failed-events',
  'failed-messages',
  'approvals',
  'returned-payments',
  'bank-answers',
  'signals',
  'enquiries-mine',
  'enquiries-unassigned',
  'requests',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Work of one kind that waits for the administrator. */
export const workItem = z.object({
  kind: z.enum(WORK_KINDS),
  count: z.int(),
  /** When the oldest of it began to wait, ISO 8601 UTC or a day; null if unknown. */
  since: z.string().nullable(),
});
export type WorkItem = Readonly<z.output<typeof workItem>>;

interface Source {
  /** The permission that acts on the work. */
  readonly permission: Permission | null;
  /** Selects `count` and `since`. Parameters: 1 the administrator's id, 2 their permissions, 3 today. */
  readonly sql: string;
}

/** A timestamp as ISO 8601 UTC. */
const utc = (expression: string): string => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const SOURCES: Readonly<Record<WorkKind, Source>> = {
  differences: {
    permission: 'reconciliation:run',
    sql: `select differences as count, "finishedAt" as since from
      (select differences, "finishedAt" from ${RECONCILIATIONS_TABLE} where status <> 'running' and how <> 'integrator-list'
       order by "askedAt" desc limit 1) l where differences > 0`,
  },
  'failed-events': {
    permission: 'parked-keys:mend',
    sql: `select count(*)::int as count, ${utc('min("parkedAt")')} as since from engine.parked`,
  },
  'failed-messages': {
    permission: 'parked-keys:mend',
    sql: `select count(*)::int as count, ${utc('min("changedAt")')} as since from notices.notices where state = 'dead' and kind <> 'code' and channel <> 'push'`,
  },
  approvals: {
    permission: null,
    sql: `select count(*)::int as count, min("requestedAt") as since from ${APPROVALS_TABLE}
      where status = 'waiting' and "requestedBy" <> $1 and permission = any($2)`,
  },
  'returned-payments': {
    permission: 'payouts:change',
    // Agents with new bank details have no such hold: the next run pays them (O19).
    sql: `select count(distinct "agentId")::int as count, min("placedOn") as since from ${HOLDS_TABLE}
      join ${BALANCES_TABLE} using ("agentId") where status = 'open' and signal = '${FAILED_PAYMENT}' and "balanceCents" > 0`,
  },
  'bank-answers': {
    permission: 'payouts:change',
    sql: `select count(*)::int as count, min("payDate") as since from ${PAYOUT_RUNS_TABLE} where status = 'exported' and "payDate" < $3`,
  },
  signals: {
    permission: 'holds:release',
    sql: `select count(*)::int as count, min("placedOn") as since from ${HOLDS_TABLE} where status = 'flagged'`,
  },
  'enquiries-mine': {
    permission: 'enquiries:answer',
    sql: `select count(*)::int as count, min(coalesce("waitingSince", "dateCreated")) as since from ${ENQUIRIES_TABLE}
      where "isOpen" and "assignedTo" = $1`,
  },
  'enquiries-unassigned': {
    permission: 'enquiries:answer',
    sql: `select count(*)::int as count, min("dateCreated") as since from ${ENQUIRIES_TABLE}
      where "isOpen" and "assignedTo" is null`,
  },
  requests: {
    permission: null,
    sql: `select count(*)::int as count, min("requestedAt") as since from ${APPROVALS_TABLE}
      where status = 'waiting' and "requestedBy" = $1`,
  },
};

export const INBOX_READS = [approvals, balances, enquiries, holds, payouts, reconciliations].map(({ name }) => name);

/** The work that waits for an administrator with these permissions, most urgent first; nothing without work. */
export async function listWork(
  db: Pool,
  adminId: number,
  permissions: readonly Permission[],
  today: string,
): Promise<readonly WorkItem[]> {
  const kinds = WORK_KINDS.filter((kind) => {
    const { permission } = SOURCES[kind];
    return permission === null || permissions.includes(permission);
  });
  const selects = kinds.map((kind) => `select '${kind}' as kind, count, since from (${SOURCES[kind].sql}) work`);
  // `given` names every parameter, also those that none of the selects uses: Postgres rejects others.
  const work = await rowsOf<WorkItem>(
    db,
    `with given as (select $1::int, $2::text[], $3::text) ${selects.join(' union all ')}`,
    [adminId, permissions, today],
  );
  return kinds.flatMap((kind) => work.filter((item) => item.kind === kind && item.count > 0));
}
