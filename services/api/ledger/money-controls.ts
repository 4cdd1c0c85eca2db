import { startOfDay } from '@fynbos/domain/calendar.ts';
import { payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { auditLog } from '@fynbos/projections/audit-log/audit-log.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { paperRand } from '../reports/paper-words.ts';
import { type ControlFinding, type ControlParts, type Period, sqlOf } from './control-finding.ts';

const byOf = (adminIds: string | null): string => (adminIds ? `admin ${adminIds}` : 'import');

/** Balances that an import put on accounts, a finding a day: money that is owed on the word of whoever imported. */
export async function openingBalances({ pool }: ControlParts, period: Period): Promise<ControlFinding[]> {
  const { rows } = await pool.query<{ day: string; accounts: number; cents: number; by: string | null }>(
    `with taken as (
       select (l."recordedAt"::timestamptz at time zone 'Africa/Johannesburg')::date::text as day, l."actorId"
       from ${sqlOf(auditLog)} l
       where l.type = 'OpeningBalanceTaken' and l."recordedAt" >= $1 and l."recordedAt" < $2
     ), who as (select day, string_agg(distinct "actorId", ', ' order by "actorId") as by from taken group by day)
     select who.day, who.by, sum(j.entries)::int as accounts, sum(j."nettCents")::bigint as cents
     from who join ${sqlOf(journal)} j on j.kind = 'opening' and j."bookedOn" = who.day group by who.day, who.by`,
    [...period],
  );
  return rows.map(({ day, accounts, cents, by }) => ({
    control: 'opening-balance',
    at: startOfDay(day).toISOString(),
    by: byOf(by),
    subject: 'journal',
    what: `Opening balances of ${accounts} ${accounts === 1 ? 'account' : 'accounts'} taken over, ${paperRand(cents)} owed`,
    reason: null,
  }));
}

/** Lines that the bank's answer called failed or returned, a finding a run: their money is owed again on the word of who took it. */
export async function owedAgain({ pool }: ControlParts, period: Period): Promise<ControlFinding[]> {
  const { rows } = await pool.query<{ runId: string; lines: number; cents: number; at: string; by: string | null }>(
    `select p."runId", count(*)::int as lines, sum(p."nettCents")::bigint as cents, max(p."updatedAt") as at,
       (select string_agg(distinct l."actorId", ', ' order by l."actorId") from ${sqlOf(auditLog)} l
        where l."streamId" = $3 || p."runId" and l.type = 'BankAnswerTaken') as by
     from ${sqlOf(payoutLines)} p
     where p.state in ('failed', 'returned') and p."updatedAt" >= $1 and p."updatedAt" < $2 group by p."runId"`,
    [...period, payoutRunStreamOf('')],
  );
  return rows.map(({ runId, lines, cents, at, by }) => ({
    control: 'owed-again',
    at,
    by: byOf(by),
    subject: `payouts/${runId}`,
    what: `${lines} ${lines === 1 ? 'line' : 'lines'} failed or returned, ${paperRand(cents)} owed again`,
    reason: null,
  }));
}
