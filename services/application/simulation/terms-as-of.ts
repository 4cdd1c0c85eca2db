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

/** A simulation accepts at most 50 changes of promotions. */
const MAX_CHANGES = 50;

const refuse = (message: string) => fieldError('what-if.terms-as-of', 'termsAsOf', message);

/**
 * Terms recorded by the end of that Johannesburg day, as the assumptions of a simulation from it on (V2): only terms
 * that changed since, of the policy and of promotions that existed then, with the changes that were planned then.
 * Rejects with `what-if.terms-as-of` a day that is not over, with more than 50 changes of promotions, or with a planned
 * policy that one assumption cannot keep.
 */
export async function termsAsOf({ log, db }: Stores, day: Day, now: Date) {
  if (day >= dayOf(now)) throw refuse('Choose a day before today.');
  const end = endOfDay(day).toISOString();
  const ids = await promotionIds(db);
  const streams = await log.readStreams([REWARD_POLICY_STREAM, ...ids.map(promotionStreamOf)]);
  const policyStream = streams.get(REWARD_POLICY_STREAM);
  const policy = policyStream ? policyChange(policyStream, day, end) : null;
  const changed = ids.flatMap((id): AssumedPromotionTerms[] => {
    const stream = streams.get(promotionStreamOf(id));
    return stream ? promotionChanges(id, stream, day, end) : [];
  });
  if (policy === null && changed.length === 0) throw refuse('The terms have not changed since this day.');
  if (changed.length > MAX_CHANGES)
    throw refuse(`Promotions have more than ${MAX_CHANGES} changes since this day. Choose a later day.`);
  return { policy, promotions: changed };
}

const upTo = ({ events }: Pick<LoadedStream, 'events'>, end: string) => ({
  events: events.filter(({ metadata }) => metadata.recordedAt <= end),
});

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Entry {
  readonly effectiveFrom: Day | null;
}

/** Days after `day` on which entries begin, ascending. */
const startsAfter = (day: Day, entries: readonly Entry[]): Day[] =>
  [...new Set(entries.flatMap(({ effectiveFrom }) => effectiveFrom ?? []))].filter((start) => start > day).sort();

/** One change replaces all later versions, so with a planned one it begins where a later record changed the policy. */
function policyChange(stream: Pick<LoadedStream, 'events'>, day: Day, end: string): AssumedPolicyTerms | null {
  const then = stateOf(rewardPolicyDecider, upTo(stream, end));
  const since = stateOf(rewardPolicyDecider, stream).versions.slice(then.versions.length);
  if (then.versions.length === 0 || since.length === 0) return null;
  const termsFrom = (start: Day) => {
    const { minimumRewardCents, payeRate, expiryMonths } = policyOn(then, start).terms;
    return { minimumRewardCents, payeRate, expiryMonths };
  };
  const plannedAfter = (start: Day): Day | undefined =>
    startsAfter(start, then.versions).findLast((planned) => !same(termsFrom(planned), termsFrom(start)));
  const isChangedOnDay = since.some(({ effectiveFrom }) => (effectiveFrom ?? '') <= day);
  const [firstChange = day] = isChangedOnDay || plannedAfter(day) === undefined ? [day] : startsAfter(day, since);
  const planned = plannedAfter(firstChange);
  if (planned !== undefined)
    throw refuse(
      `On this day, another reward policy was already planned from ${planned}. An analysis cannot keep both. Choose another day, or enter the terms yourself.`,
    );
  return { effectiveFrom: firstChange, ...termsFrom(firstChange) };
}

/** In the order of their days: each replaces the rates and switches from its day on. */
function promotionChanges(
  promotionId: string,
  stream: Pick<LoadedStream, 'events'>,
  day: Day,
  end: string,
): AssumedPromotionTerms[] {
  const then = stateOf(promotionDecider, upTo(stream, end));
  const now = stateOf(promotionDecider, stream);
  if (then.status === 'none' || now.status === 'none') return [];
  const rates = same(then.rates, now.rates) ? [] : then.rates;
  const switches = same(then.switches, now.switches) ? [] : then.switches;
  const isFirstOf = (entries: readonly Entry[], start: Day): boolean =>
    start === day ? entries.length > 0 : entries.some(({ effectiveFrom }) => effectiveFrom === start);
  const changeFrom = (start: Day) => ({
    ...(isFirstOf(rates, start) ? { promoRate: rateOn(then, start) } : {}),
    ...(isFirstOf(switches, start) ? { isActive: isSwitchedOn(then.switches, start) } : {}),
  });
  const changes = [
    {
      effectiveFrom: day,
      ...changeFrom(day),
      ...(then.startDate === now.startDate ? {} : { startDate: then.startDate }),
      ...(then.endDate === now.endDate ? {} : { endDate: then.endDate }),
    },
    ...startsAfter(day, [...rates, ...switches]).map((start) => ({ effectiveFrom: start, ...changeFrom(start) })),
  ];
  return changes.filter((change) => Object.keys(change).length > 1).map((change) => ({ promotionId, ...change }));
}
