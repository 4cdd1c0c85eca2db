import { type Day, dayOf, endOfDay } from '@fynbos/domain/calendar.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import { isSwitchedOn, rateOn } from '@fynbos/domain/promotion/state.ts';
import type { AssumedPolicyTerms, AssumedPromotionTerms } from '@fynbos/domain/recalculation/events.ts';
import { policyOn, REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { LoadedStream } from '@fynbos/event-store/event-log.ts';
import { promotionIds } from '@fynbos/projections/promotions/queries.ts';
import { stateOf } from '../handle.ts';
import type { Stores } from '../services.ts';

/** Promotions with terms that changed since the day; a simulation accepts at most 50. */
const MAX_PROMOTIONS = 50;

/**
 * Terms recorded by the end of that Johannesburg day, as the assumptions of a simulation from it on (V2): only terms
 * that changed since, of the policy and of promotions that existed then. Rejects with `what-if.terms-as-of` a day that
 * is not over, or with more than 50 changed promotions.
 */
export async function termsAsOf({ log, db }: Stores, day: Day, now: Date) {
  const refuse = (message: string) => fieldError('what-if.terms-as-of', 'termsAsOf', message);
  if (day >= dayOf(now)) throw refuse('Choose a day before today.');
  const end = endOfDay(day).toISOString();
  const ids = await promotionIds(db);
  const streams = await log.readStreams([REWARD_POLICY_STREAM, ...ids.map(promotionStreamOf)]);
  const policyStream = streams.get(REWARD_POLICY_STREAM);
  const policy = policyStream ? policyChange(policyStream, day, end) : null;
  const changed = ids.flatMap((id): AssumedPromotionTerms[] => {
    const stream = streams.get(promotionStreamOf(id));
    return stream ? promotionChange(id, stream, day, end) : [];
  });
  if (policy === null && changed.length === 0) throw refuse('The terms have not changed since this day.');
  if (changed.length > MAX_PROMOTIONS)
    throw refuse(`More than ${MAX_PROMOTIONS} promotions changed since this day. Choose a later day.`);
  return { policy, promotions: changed };
}

const upTo = ({ events }: Pick<LoadedStream, 'events'>, end: string) => ({
  events: events.filter(({ metadata }) => metadata.recordedAt <= end),
});

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function policyChange(stream: Pick<LoadedStream, 'events'>, day: Day, end: string): AssumedPolicyTerms | null {
  const then = stateOf(rewardPolicyDecider, upTo(stream, end));
  const begun = then.versions.filter(({ effectiveFrom }) => (effectiveFrom ?? '') <= day);
  if (begun.length === 0 || same(begun, stateOf(rewardPolicyDecider, stream).versions)) return null;
  const { minimumRewardCents, payeRate, expiryMonths } = policyOn(then, day).terms;
  return { effectiveFrom: day, minimumRewardCents, payeRate, expiryMonths };
}

function promotionChange(
  promotionId: string,
  stream: Pick<LoadedStream, 'events'>,
  day: Day,
  end: string,
): AssumedPromotionTerms[] {
  const then = stateOf(promotionDecider, upTo(stream, end));
  const now = stateOf(promotionDecider, stream);
  if (then.status === 'none' || now.status === 'none') return [];
  const begun = <Entry extends { readonly effectiveFrom: Day }>(entries: readonly Entry[]) =>
    entries.filter(({ effectiveFrom }) => effectiveFrom <= day);
  const change = {
    ...(same(begun(then.rates), now.rates) ? {} : { promoRate: rateOn(then, day) }),
    ...(same(begun(then.switches), now.switches) ? {} : { isActive: isSwitchedOn(then.switches, day) }),
    ...(then.startDate === now.startDate ? {} : { startDate: then.startDate }),
    ...(then.endDate === now.endDate ? {} : { endDate: then.endDate }),
  };
  return Object.keys(change).length === 0 ? [] : [{ promotionId, effectiveFrom: day, ...change }];
}
