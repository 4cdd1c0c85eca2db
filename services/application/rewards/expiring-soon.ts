import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { expiringRewards } from '@fynbos/domain/rewards-account/expiry.ts';
import type { RewardsAccount } from '@fynbos/domain/rewards-account/rewards-account.ts';

/** Days ahead for which an agent sees expiring rewards; equals the first warning by mail. */
export const WARNING_DAYS = 60;

/** A reward that expires on a day unless it is paid before. Cents nett. */
export interface ExpiringSoon {
  readonly reservationNo: string;
  readonly nettCents: number;
  readonly expiresOn: Day;
}

/** An agent's rewards that expire within `WARNING_DAYS`, oldest first; empty if the policy has no expiry (E1). */
export const expiringSoon = (account: RewardsAccount, expiryMonths: number | null, today: Day): ExpiringSoon[] =>
  expiryMonths === null
    ? []
    : expiringRewards(account, expiryMonths)
        .filter(({ on }) => on <= addDays(today, WARNING_DAYS))
        .map(({ reservationNo, reward, on }) => ({ reservationNo, nettCents: reward.nettCents, expiresOn: on }));
