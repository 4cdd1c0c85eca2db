import { fold } from '@fynbos/domain/decider.ts';
import { codeKey, everHadCode, type Promotion, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import type { References } from '@fynbos/domain/rental/assess.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import type { RewardPolicyEvent } from '@fynbos/domain/reward-policy/events.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { claimStreamId, ownerIn, retiredOn } from '@fynbos/event-store/claims.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';

/** Claim kinds: a promotion's codes name its stream, a tracking number names its agent's. */
export const PROMO_CODE_CLAIM = 'promo-code';
export const TRACKING_CLAIM = 'tracking';

const AGENT_STREAM = 'agent-';

function codesOf(rentals: Iterable<Rental>): { codes: Set<string>; numbers: Set<string> } {
  const codes = new Set<string>();
  const numbers = new Set<string>();
  for (const rental of rentals) {
    for (const { reservation, rental: driven, loyaltyTrackingNo } of rental.invoices.values()) {
      if (reservation.promoCode !== null) codes.add(codeKey(reservation.promoCode));
      if (driven.promoCode !== null) codes.add(codeKey(driven.promoCode));
      if (loyaltyTrackingNo !== null) numbers.add(loyaltyTrackingNo);
    }
  }
  return { codes, numbers };
}

/**
 * All that decisions of these rentals need, read from the streams themselves (two round trips however many rentals), so
 * that no decision rests on a read model that lags behind.
 */
export async function loadReferences(log: EventLog, rentals: Iterable<Rental>): Promise<References> {
  const { codes, numbers } = codesOf(rentals);
  const claimOf = new Map<string, string>();
  for (const code of codes) claimOf.set(`code ${code}`, claimStreamId(log.keys, PROMO_CODE_CLAIM, code));
  for (const number of numbers) claimOf.set(`number ${number}`, claimStreamId(log.keys, TRACKING_CLAIM, number));
  const claims = await log.readStreams([REWARD_POLICY_STREAM, ...claimOf.values()]);

  const ownerOf = (key: string): string | null => {
    const stream = claims.get(claimOf.get(key) ?? '');
    return stream ? ownerIn(stream.events) : null;
  };
  const streamOfCode = new Map<string, string>();
  for (const code of codes) {
    const owner = ownerOf(`code ${code}`);
    if (owner !== null) streamOfCode.set(code, owner);
  }
  const promotionStreams = await log.readStreams([...new Set(streamOfCode.values())]);
  const promotions = new Map<string, Promotion>();
  for (const [streamId, { events }] of promotionStreams)
    promotions.set(streamId, fold(promotionDecider, promotionDecider.initial, events as never));
  // A code may be claimed by a promotion, or for a change of one, that never came to be: it is none of ours then.
  for (const [code, streamId] of streamOfCode)
    if (!everHadCode(promotionStreams.get(streamId)?.events ?? [], code)) streamOfCode.delete(code);
  const policyEvents = (claims.get(REWARD_POLICY_STREAM)?.events ?? []) as readonly RewardPolicyEvent[];
  return {
    policy: fold(rewardPolicyDecider, rewardPolicyDecider.initial, policyEvents),
    promotionOf: (code) => promotions.get(streamOfCode.get(code) ?? ''),
    agentOf: (loyaltyTrackingNo, day) => {
      const key = `number ${loyaltyTrackingNo}`;
      const owner = ownerOf(key);
      const last = retiredOn(claims.get(claimOf.get(key) ?? '')?.events ?? []);
      return owner === null || (last !== null && last < day) ? undefined : Number(owner.slice(AGENT_STREAM.length));
    },
  };
}
