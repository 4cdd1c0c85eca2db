import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import { expiryDayUnder } from '@fynbos/domain/reward-policy/expiry-day.ts';
import type { RewardPolicy } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { unclaimedRewards } from '@fynbos/domain/rewards-account/expiry.ts';
import type { RewardsAccount } from '@fynbos/domain/rewards-account/rewards-account.ts';

/** Days ahead for which an agent sees expiring rewards; equals the first warning by mail. */
export const WARNING_DAYS = 60;

/** A reward that expires on a day unless it is paid before. Cents nett. */
export interface ExpiringSoon {
  readonly reservationNo: string;
  readonly nettCents: number;
  readonly expiresOn: Day;
}

/** An agent's rewards that expire within `WARNING_DAYS`, oldest first (E1, E5). */
export const expiringSoon = (account: RewardsAccount, policy: RewardPolicy, today: Day): ExpiringSoon[] =>
  unclaimedRewards(account).flatMap(({ reservationNo, reward, earnedOn }) => {
    const expiresOn = expiryDayUnder(policy, earnedOn, addDays(today, WARNING_DAYS), today);
    return expiresOn === null ? [] : [{ reservationNo, nettCents: reward.nettCents, expiresOn }];
  });
