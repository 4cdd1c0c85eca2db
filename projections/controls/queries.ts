import { payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import type { Pool } from 'pg';
import { agents } from '../agents/agents.ts';
import { type ApprovalRow, approvals } from '../approvals/approvals.ts';
import { auditLog } from '../audit-log/audit-log.ts';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { journal } from '../journal/journal.ts';
import { payoutLines } from '../payout-lines/payout-lines.ts';
import { payouts } from '../payouts/payouts.ts';
import { type PromotionChangeRow, promotionChanges } from '../promotion-changes/promotion-changes.ts';
import { promotions } from '../promotions/promotions.ts';

/** Start (included) and end (excluded), as ISO 8601 UTC. */
export type InstantRange = readonly [from: string, until: string];

/** Runs that their proposer approved, or that were exported without approval. */
export const singlePersonRuns = (db: Pool, period: InstantRange) =>
  rowsOf<{ id: string; reference: string; proposedBy: string; approvedBy: string | null; at: string }>(
    db,
    `select id, reference, "proposedBy", "approvedBy", coalesce("approvedAt", "exportedAt") as at from ${liveTable(payouts)}
     where coalesce("approvedAt", "exportedAt") >= $1 and coalesce("approvedAt", "exportedAt") < $2
       and ("approvedBy" = "proposedBy" or ("approvedBy" is null and "exportedAt" is not null))`,
    period,
  );

/** Agents with the e-mail address (lower case) of an administrator. */
export const agentsByEmail = (db: Pool, adminIds: readonly number[], emails: readonly string[]) =>
  rowsOf<{ adminId: number; agentId: number }>(
    db,
    `select w.id as "adminId", a.id as "agentId" from unnest($1::int[], $2::text[]) w(id, email)
     join ${liveTable(agents)} a on lower(a."emailAddress") = w.email where w.email <> ''`,
    [adminIds, emails],
  );

/** Events that administrators recorded in their own streams, except the types in `except`. */
export const changesToOwnRecord = (
  db: Pool,
  period: InstantRange,
  own: readonly { readonly adminId: number; readonly streamId: string }[],
  except: readonly string[],
) =>
  rowsOf<{ streamId: string; type: string; recordedAt: string; actorId: string; reason: string | null }>(
    db,
    `select l."streamId", l.type, l."recordedAt", l."actorId", l.reason from ${liveTable(auditLog)} l
     join unnest($3::text[], $4::text[]) o("adminId", "streamId") on o."streamId" = l."streamId" and o."adminId" = l."actorId"
     where l."actorKind" = 'admin' and l."recordedAt" >= $1 and l."recordedAt" < $2 and not l.type = any($5::text[])`,
    [...period, own.map(({ adminId }) => String(adminId)), own.map(({ streamId }) => streamId), except],
  );

/** Approval requests for which break-glass was requested. */
export const breakGlassRequests = (db: Pool, period: InstantRange) =>
  rowsOf<{
    id: string;
    summary: string;
    requestedBy: number;
    breakGlassAskedAt: string;
    status: string;
    isOwn: boolean;
    reason: string | null;
  }>(
    db,
    `select id, summary, "requestedBy", "breakGlassAskedAt", status, coalesce("decidedBy" = "requestedBy", false) as "isOwn",
       coalesce("decisionReason", reason) as reason
     from ${liveTable(approvals)} where "breakGlassAskedAt" >= $1 and "breakGlassAskedAt" < $2`,
    period,
  );

/** Rates and switches of promotions that begin before the day on which they were recorded. */
export const backdatedChanges = (db: Pool, period: InstantRange) =>
  rowsOf<PromotionChangeRow>(
    db,
    `select * from ${liveTable(promotionChanges)}
     where "effectiveFrom" < "recordedOn" and "recordedAt" >= $1 and "recordedAt" < $2`,
    period,
  );

/** The code of each promotion, by its id. */
export const promotionCodes = async (db: Pool): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await rowsOf<{ id: string; promoCode: string }>(db, `select id, "promoCode" from ${liveTable(promotions)}`)).map(
      ({ id, promoCode }) => [id, promoCode],
    ),
  );

/** Grouped by day of import, with the first agents. `by`: ids of administrators. Cents. */
export const importedOpeningBalances = (db: Pool, period: InstantRange) =>
  rowsOf<{
    day: string;
    accounts: number;
    cents: number;
    by: string | null;
    at: string;
    agents: string[];
    reason: string | null;
  }>(
    db,
    `with taken as (
       select (l."recordedAt"::timestamptz at time zone 'Africa/Johannesburg')::date::text as day, l."actorId",
         l."recordedAt", l.reason, substr(l."streamId", length('rewards-account-') + 1) as agent
       from ${liveTable(auditLog)} l
       where l.type = 'OpeningBalanceTaken' and l."recordedAt" >= $1 and l."recordedAt" < $2
     ), who as (
       select day, string_agg(distinct "actorId", ', ' order by "actorId") as by, max("recordedAt") as at, max(reason) as reason,
         (array_agg(agent order by "recordedAt" desc))[1:10] as agents from taken group by day)
     select who.day, who.by, who.at, who.agents, who.reason, sum(j.entries)::int as accounts, sum(j."nettCents")::bigint as cents
     from who join ${liveTable(journal)} j on j.kind = 'opening' and j."bookedOn" = who.day group by who.day, who.by, who.at, who.agents, who.reason`,
    period,
  );

/** Grouped by run. `by`: ids of the administrators who recorded the bank's responses. Cents. */
export const unpaidLines = (db: Pool, period: InstantRange) =>
  rowsOf<{ runId: string; lines: number; cents: number; at: string; by: string | null }>(
    db,
    `select p."runId", count(*)::int as lines, sum(p."nettCents")::bigint as cents, max(p."updatedAt") as at,
       (select string_agg(distinct l."actorId", ', ' order by l."actorId") from ${liveTable(auditLog)} l
        where l."streamId" = $3 || p."runId" and l.type = 'BankAnswerTaken') as by
     from ${liveTable(payoutLines)} p
     where p.state in ('failed', 'returned') and p."updatedAt" >= $1 and p."updatedAt" < $2 group by p."runId"`,
    [...period, payoutRunStreamOf('')],
  );

/** An approval with both people and their reasons. */
export type ApprovedRow = Pick<
  ApprovalRow,
  'id' | 'kind' | 'summary' | 'subject' | 'status' | 'requestedBy' | 'reason' | 'decisionReason'
> & { readonly decidedBy: number; readonly decidedAt: string };

/** Both people of an approval, with their reasons. */
export const peopleOf = ({ requestedBy, reason, decidedBy, decisionReason }: ApprovedRow) => ({
  requestedBy: `admin ${requestedBy}`,
  requestReason: reason,
  approvedBy: `admin ${decidedBy}`,
  approvalReason: decisionReason,
});

const APPROVED =
  'id, kind, summary, subject, status, "requestedBy", reason, "decidedBy", "decidedAt", "decisionReason"';

/** The approvals given in a period. */
export const givenApprovals = (db: Pool, period: InstantRange) =>
  rowsOf<ApprovedRow>(
    db,
    `select ${APPROVED} from ${liveTable(approvals)}
     where status in ('approved', 'executed', 'failed') and "decidedAt" >= $1 and "decidedAt" < $2`,
    period,
  );

export const approvalDecisionsById = (db: Pool, ids: readonly string[]) =>
  rowsOf<ApprovedRow>(
    db,
    `select ${APPROVED} from ${liveTable(approvals)} where id = any($1) and "decidedBy" is not null`,
    [ids],
  );

/** Runs with lines for which a response of the period contradicts the recorded result. Amounts are cents. */
export const contradictedLines = (db: Pool, period: InstantRange) =>
  rowsOf<{ runId: string; reference: string; lines: number; cents: number; at: string }>(
    db,
    `select l."runId", p.reference, count(*)::int as lines, sum(l."nettCents")::bigint as cents, max(l."ignoredAt") as at
     from ${liveTable(payoutLines)} l join ${liveTable(payouts)} p on p.id = l."runId"
     where l."ignoredAt" >= $1 and l."ignoredAt" < $2 group by l."runId", p.reference`,
    period,
  );

/** Runs that were approved without a stated total. */
export const unconfirmedTotals = (db: Pool, period: InstantRange) =>
  rowsOf<{ id: string; reference: string; approvedBy: string; cents: number; at: string }>(
    db,
    `select id, reference, "approvedBy", "frozenNettCents" as cents, "approvedAt" as at from ${liveTable(payouts)}
     where "approvedAt" >= $1 and "approvedAt" < $2 and not "isTotalStated"`,
    period,
  );

/** Runs with a bank's response that was recorded by the person who proposed them, or by one of their approvers. */
export const runsSettledByProposerOrApprover = (db: Pool, period: InstantRange) =>
  rowsOf<{ id: string; reference: string; by: string; proposedBy: string; at: string }>(
    db,
    `select p.id, p.reference, l."actorId" as by, p."proposedBy", max(l."recordedAt") as at
     from ${liveTable(auditLog)} l join ${liveTable(payouts)} p on l."streamId" = $3 || p.id
     where l.type = 'BankAnswerTaken' and l."recordedAt" >= $1 and l."recordedAt" < $2
       and (l."actorId" = p."proposedBy"
         or exists (select from jsonb_array_elements(p.approvals::jsonb) given where given ->> 'by' = l."actorId"))
     group by p.id, p.reference, l."actorId", p."proposedBy"`,
    [...period, payoutRunStreamOf('')],
  );

/** Holds, payout minimums and settings of files that one administrator changed. */
export const singlePersonActions = (db: Pool, period: InstantRange) =>
  rowsOf<{ streamId: string; type: string; actorId: string; at: string; reason: string | null }>(
    db,
    `select l."streamId", l.type, l."actorId", l."recordedAt" as at, l.reason from ${liveTable(auditLog)} l
     where l.type in ('PayoutHoldReleased', 'PayoutMinimumWaived', 'LedgerAccountMapped', 'LedgerSettingsChanged', 'AcbGenerationSet', 'UnpaidsLayoutSet')
       and l."actorKind" = 'admin'
       and l."recordedAt" >= $1 and l."recordedAt" < $2
       and not exists (select 1 from ${liveTable(approvals)} a where a.id = l."causationId")`,
    period,
  );

/** Changes of these types by administrators without a reason and without an approval. */
export const unexplainedChanges = (db: Pool, period: InstantRange, types: readonly string[]) =>
  rowsOf<{ streamId: string; type: string; actorId: string; at: string }>(
    db,
    `select l."streamId", l.type, l."actorId", l."recordedAt" as at from ${liveTable(auditLog)} l
     where l.type = any($3) and l."actorKind" = 'admin' and coalesce(l.reason, '') = ''
       and l."recordedAt" >= $1 and l."recordedAt" < $2
       and not exists (select 1 from ${liveTable(approvals)} a where a.id = l."causationId")`,
    [...period, types],
  );
