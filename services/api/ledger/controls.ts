import type { AdminEvent } from '@fynbos/domain/admin/events.ts';
import { addDays, type Day, startOfDay } from '@fynbos/domain/calendar.ts';
import { admins } from '@fynbos/projections/admins/admins.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { approvals } from '@fynbos/projections/approvals/approvals.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { csvLines, harmless } from '../reports/csv.ts';
import { type ControlFinding, type ControlParts, type Period, sqlOf } from './control-finding.ts';
import { openingBalances, owedAgain } from './money-controls.ts';
import { retroactiveChanges, retroactiveDates } from './promotion-controls.ts';

/** Runs that one person proposed and approved, and runs that reached the bank without an approval on record. */
async function onePersonRuns({ pool }: ControlParts, period: Period): Promise<ControlFinding[]> {
  const { rows } = await pool.query<{
    id: string;
    reference: string;
    proposedBy: string;
    approvedBy: string | null;
    at: string;
  }>(
    `select id, reference, "proposedBy", "approvedBy", coalesce("approvedAt", "exportedAt") as at from ${sqlOf(payouts)}
     where coalesce("approvedAt", "exportedAt") >= $1 and coalesce("approvedAt", "exportedAt") < $2
       and ("approvedBy" = "proposedBy" or ("approvedBy" is null and "exportedAt" is not null))`,
    [...period],
  );
  return rows.map(({ id, reference, proposedBy, approvedBy, at }) => ({
    control: 'one-person-run',
    at,
    by: `admin ${approvedBy ?? proposedBy}`,
    subject: `payouts/${id}`,
    what: approvedBy ? `Run ${reference} was proposed and approved by one person` : `Run ${reference} has no approval`,
    reason: null,
  }));
}

/** What somebody does about themselves every day: no change of a record that rights or money rest on. */
const HARMLESS: readonly string[] = [
  'AdminSignedIn',
  'AdminSignInRefused',
  'AdminPasswordChanged',
  'FileOfNumbersTaken',
];

/** The streams that are about an administrator as a person: their own, and those of an agent with the same e-mail address. */
async function ownStreams({ pool, log }: ControlParts): Promise<{ adminId: string; streamId: string }[]> {
  const { rows } = await pool.query<{ id: number }>(`select id from ${sqlOf(admins)}`);
  const streams = await log.readStreams(
    rows.map(({ id }) => `admin-${id}`),
    { personal: true },
  );
  const emails = rows.map(({ id }) => {
    const added = (streams.get(`admin-${id}`)?.events ?? []).find(({ type }) => type === 'AdminAdded');
    const { personal } = (added?.data ?? {}) as Partial<Extract<AdminEvent, { type: 'AdminAdded' }>['data']>;
    return personal?.email.toLowerCase() ?? '';
  });
  const same = await pool.query<{ adminId: string; agentId: number }>(
    `select w.id::text as "adminId", a.id as "agentId" from unnest($1::int[], $2::text[]) w(id, email)
     join ${sqlOf(agents)} a on lower(a."emailAddress") = w.email where w.email <> ''`,
    [rows.map(({ id }) => id), emails],
  );
  return [
    ...rows.map(({ id }) => ({ adminId: String(id), streamId: `admin-${id}` })),
    ...same.rows.flatMap(({ adminId, agentId }) =>
      [`agent-${agentId}`, `rewards-account-${agentId}`].map((streamId) => ({ adminId, streamId })),
    ),
  ];
}

const subjectOf = (streamId: string): string => {
  const id = streamId.slice(streamId.lastIndexOf('-') + 1);
  return streamId.startsWith('admin-') ? `admins/${id}` : `travel-agents/${id}`;
};

async function ownRecords(parts: ControlParts, period: Period): Promise<ControlFinding[]> {
  const own = await ownStreams(parts);
  const { rows } = await parts.pool.query<{
    streamId: string;
    type: string;
    recordedAt: string;
    actorId: string;
    reason: string | null;
  }>(
    `select l."streamId", l.type, l."recordedAt", l."actorId", l.reason from ${sqlOf(auditLog)} l
     join unnest($1::text[], $2::text[]) o("adminId", "streamId") on o."streamId" = l."streamId" and o."adminId" = l."actorId"
     where l."actorKind" = 'admin' and l."recordedAt" >= $3 and l."recordedAt" < $4 and not l.type = any($5::text[])`,
    [own.map(({ adminId }) => adminId), own.map(({ streamId }) => streamId), ...period, HARMLESS],
  );
  return rows.map(({ streamId, type, recordedAt, actorId, reason }) => ({
    control: 'own-record',
    at: recordedAt,
    by: `admin ${actorId}`,
    subject: subjectOf(streamId),
    what: `${type} on their own record`,
    reason,
  }));
}

async function brokenGlass({ pool }: ControlParts, period: Period): Promise<ControlFinding[]> {
  const { rows } = await pool.query<{
    id: string;
    summary: string;
    requestedBy: number;
    breakGlassAskedAt: string;
    status: string;
    isOwn: boolean;
    reason: string | null;
  }>(
    `select id, summary, "requestedBy", "breakGlassAskedAt", status, coalesce("decidedBy" = "requestedBy", false) as "isOwn",
       coalesce("decisionReason", reason) as reason
     from ${sqlOf(approvals)} where "breakGlassAskedAt" >= $1 and "breakGlassAskedAt" < $2`,
    [...period],
  );
  return rows.map(({ id, summary, requestedBy, breakGlassAskedAt, status, isOwn, reason }) => ({
    control: 'break-glass',
    at: breakGlassAskedAt,
    by: `admin ${requestedBy}`,
    subject: `approvals/${id}`,
    what: `${summary} (${isOwn && status !== 'withdrawn' ? `${status} by the same person` : status})`,
    reason,
  }));
}

/** Everything that the controls found between two Johannesburg days, both included; the newest first. */
export async function controlFindings(parts: ControlParts, from: Day, to: Day): Promise<ControlFinding[]> {
  const period: Period = [startOfDay(from).toISOString(), startOfDay(addDays(to, 1)).toISOString()];
  const found = await Promise.all(
    [
      ...[onePersonRuns, ownRecords, retroactiveChanges, retroactiveDates, brokenGlass],
      ...[openingBalances, owedAgain],
    ].map((control) => control(parts, period)),
  );
  return found.flat().sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
}

/** Findings as CSV. */
export const controlsCsv = (findings: readonly ControlFinding[]): string =>
  csvLines([
    ['at', 'control', 'by', 'record', 'what', 'reason'],
    ...findings.map(({ at, control, by, subject, what, reason }) => [
      at,
      control,
      by,
      harmless(subject),
      harmless(what),
      harmless(reason),
    ]),
  ]);
