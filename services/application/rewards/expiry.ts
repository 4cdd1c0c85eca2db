import { addDays, type Day, dayOf } from '@fynbos/domain/calendar.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { expiryDayUnder, expiryMonthsOn, shortestExpiryBetween } from '@fynbos/domain/reward-policy/expiry-day.ts';
import { EXPIRY_NOTICE_DAYS, type RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { expirableRewards, firstInvoicedBy } from '@fynbos/domain/rewards-account/expiry.ts';
import type { RewardsAccount } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { uuidV5 } from '@fynbos/platform/crypto/uuid-v5.ts';
import { agentsWithEarned } from '@fynbos/projections/incentives/queries.ts';
import { toAgent } from '../notices/money-notices.ts';
import { discardNotices, lastRestoredAt, type NewNotice, type Notices } from '../notices/notices.ts';
import { loadPolicy } from '../reward-policy/current-policy.ts';
import type { Essentials } from '../services.ts';
import { onAccounts } from './accounts.ts';

/** A reward that expires on a day unless it is paid before. Cents nett. */
interface ExpiringSoon {
  readonly reservationNo: string;
  readonly nettCents: number;
  readonly expiresOn: Day;
}

/** An agent's rewards that expire within `EXPIRY_NOTICE_DAYS`, oldest first (E1, E5). */
export const expiringSoon = (account: RewardsAccount, policy: RewardPolicy, today: Day): ExpiringSoon[] =>
  expirableRewards(account).flatMap(({ reservationNo, reward, earnedOn }) => {
    const expiresOn = expiryDayUnder(policy, earnedOn, addDays(today, EXPIRY_NOTICE_DAYS), today);
    return expiresOn === null ? [] : [{ reservationNo, nettCents: reward.nettCents, expiresOn }];
  });

interface ExpiryServices extends Essentials {
  readonly notices: Pick<Notices, 'add'>;
}

/** Days before the expiry on which the agent is warned. */
const WARNING_DAYS = [7, 30, EXPIRY_NOTICE_DAYS] as const;
const AGENTS_PER_BATCH = 500;

const correlationOf = (today: Day): string => `expiry ${today}`;

/** One per agent, expiry day and distance, on each channel; amounts of one day are added up. */
function warningsFor(
  { agentId, account }: { readonly agentId: number; readonly account: RewardsAccount },
  policy: RewardPolicy,
  today: Day,
): NewNotice[][] {
  const byDay = new Map<Day, number>();
  for (const { reward, earnedOn } of expirableRewards(account)) {
    const expiresOn = expiryDayUnder(policy, earnedOn, addDays(today, EXPIRY_NOTICE_DAYS), addDays(today, 1));
    if (expiresOn !== null) byDay.set(expiresOn, (byDay.get(expiresOn) ?? 0) + reward.nettCents);
  }
  return [...byDay].map(([on, cents]) => {
    const distance = WARNING_DAYS.find((days) => on <= addDays(today, days)) ?? EXPIRY_NOTICE_DAYS;
    const message = { agentId, subject: `${on}:${distance}`, detail: `${on}:${cents}` };
    // The id of earlier releases, which sent only the e-mail: it is not sent twice.
    const emailNoticeId = uuidV5('rewards-expiring', String(agentId), on, String(distance));
    const cause = { id: null, metadata: { correlationId: correlationOf(today) } };
    return toAgent('rewards-expiring', cause, message).map((notice) =>
      notice.channel === 'email' ? { ...notice, noticeId: emailNoticeId } : notice,
    );
  });
}

/**
 * Warns (`WARNING_DAYS`), and expires rewards that have reached their day (E1, E5). Daily; repeatable. Discards
 * warnings that may have been sent before a restore. Returns both numbers.
 */
export async function runExpiry({
  log,
  db,
  notices,
  now,
}: ExpiryServices): Promise<{ expired: number; warned: number }> {
  const at = now();
  const today = dayOf(at);
  const policy = await loadPolicy(log);
  const until = addDays(today, EXPIRY_NOTICE_DAYS);
  const months = expiryMonthsOn(policy, today);
  const shortest = shortestExpiryBetween(policy, today, until);
  const counts = { expired: 0, warned: 0 };
  if (shortest === null) return counts;
  const correlationId = correlationOf(today);
  const context: CommandContext = { actor: { kind: 'system', id: 'expiry' }, now: at, correlationId };
  const invoicedBy = firstInvoicedBy(until, shortest);
  const restoredAt = await lastRestoredAt(db);
  const restoredOn = restoredAt && dayOf(restoredAt);
  for (let after = 0; ; ) {
    const agentIds = await agentsWithEarned(db, invoicedBy, after, AGENTS_PER_BATCH);
    if (agentIds.length === 0) return counts;
    after = agentIds.at(-1) as number;
    const outcomes = await onAccounts(
      log,
      agentIds,
      (agentId) => (months === null ? null : { type: 'ExpireRewards', agentId, expiryMonths: months }),
      context,
    );
    const warningsOn = (day: Day) =>
      [...outcomes].flatMap(([agentId, { state: account }]) => warningsFor({ agentId, account }, policy, day));
    for (const { events } of outcomes.values()) counts.expired += events.length;
    if (restoredOn !== null && addDays(restoredOn, EXPIRY_NOTICE_DAYS) >= today)
      await discardNotices(db, warningsOn(restoredOn).flat(), at);
    const warnings = warningsOn(today);
    await notices.add(warnings.flat(), at);
    counts.warned += warnings.length;
  }
}
