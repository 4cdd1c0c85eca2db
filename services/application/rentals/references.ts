import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { codeKey, everHadCode, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import type { References } from '@fynbos/domain/rental/assess.ts';
import type { Invoice } from '@fynbos/domain/rental/events.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import type { RewardPolicyEvent } from '@fynbos/domain/reward-policy/events.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { claimStreamId, ownerIn, retiredOn } from '@fynbos/event-store/claims.ts';
import type { EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { loadTreatments } from './treatments.ts';

/** Claim kinds: a promotion's codes name its stream, a tracking number names its agent's. */
export const PROMO_CODE_CLAIM = 'promo-code';
export const TRACKING_CLAIM = 'tracking';

const AGENT_STREAM = 'agent-';
const CODE = 'code ';

/** What of an invoice names a promotion or an agent. */
type Named = Pick<Invoice, 'reservation' | 'rental' | 'loyaltyTrackingNo'>;

/** The streams of the claims that invoices name, by `code …` and `number …`. */
function claimsOf(log: EventLog, invoices: Iterable<Named>): Map<string, string> {
  const claimOf = new Map<string, string>();
  const add = (what: 'code' | 'number', kind: string, text: string): void => {
    const key = `${what} ${text}`;
    if (!claimOf.has(key)) claimOf.set(key, claimStreamId(log.keys, kind, text));
  };
  for (const { reservation, rental: driven, loyaltyTrackingNo } of invoices) {
    for (const { promoCode } of [reservation, driven]) {
      if (promoCode !== null) add('code', PROMO_CODE_CLAIM, codeKey(promoCode));
    }
    if (loyaltyTrackingNo !== null) add('number', TRACKING_CLAIM, loyaltyTrackingNo);
  }
  return claimOf;
}

/** The streams that decisions about these invoices begin with: to be read with others that are wanted anyway. */
export const firstStreams = (log: EventLog, invoices: Iterable<Named>): string[] => [
  REWARD_POLICY_STREAM,
  ...claimsOf(log, invoices).values(),
];

/**
 * All that decisions of these rentals need, read from the streams themselves (two round trips however many rentals, beside
 * what is new in the streams of their agents), so
 * that no decision rests on a read model that lags behind. `read`: what was read just now is not read again. `termsAt`: the
 * policy and promotions as they stood at that place in the log, whatever was changed since.
 */
export async function loadReferences(
  log: EventLog,
  rentals: readonly Rental[],
  read: ReadonlyMap<string, LoadedStream> = new Map(),
  termsAt?: Position,
): Promise<References> {
  const inForce = (stream: LoadedStream | undefined): LoadedStream['events'] => {
    const events = stream?.events ?? [];
    return termsAt === undefined ? events : events.filter(({ position }) => position <= termsAt);
  };
  const claimOf = claimsOf(
    log,
    rentals.flatMap(({ invoices }) => [...invoices.values()]),
  );
  const missing = [REWARD_POLICY_STREAM, ...claimOf.values()].filter((streamId) => !read.has(streamId));
  const claims = missing.length > 0 ? new Map([...read, ...(await log.readStreams(missing))]) : read;

  const ownerOf = (key: string): string | null => {
    const stream = claims.get(claimOf.get(key) ?? '');
    return stream ? ownerIn(stream.events) : null;
  };
  const streamOfCode = new Map<string, string>();
  const agents = new Set<string>();
  for (const key of claimOf.keys()) {
    const owner = ownerOf(key);
    if (owner === null) continue;
    if (key.startsWith(CODE)) streamOfCode.set(key.slice(CODE.length), owner);
    else agents.add(owner);
  }
  const [promotionStreams, treatments] = await Promise.all([
    log.readStreams([...new Set(streamOfCode.values())]),
    loadTreatments(log, [...agents]),
  ]);
  const promotions = new Map<string, Promotion>();
  for (const [streamId, stream] of promotionStreams)
    promotions.set(streamId, fold(promotionDecider, promotionDecider.initial, inForce(stream) as never));
  // A code may be claimed by a promotion, or for a change of one, that never came to be: it is none of ours then.
  for (const [code, streamId] of streamOfCode)
    if (!everHadCode(inForce(promotionStreams.get(streamId)), code)) streamOfCode.delete(code);
  const policyEvents = inForce(claims.get(REWARD_POLICY_STREAM)) as readonly RewardPolicyEvent[];
  return {
    policy: fold(rewardPolicyDecider, rewardPolicyDecider.initial, policyEvents),
    promotionOf: (code) => promotions.get(streamOfCode.get(code) ?? ''),
    agentOf: (loyaltyTrackingNo, day) => {
      const key = `number ${loyaltyTrackingNo}`;
      const owner = ownerOf(key);
      const last = retiredOn(claims.get(claimOf.get(key) ?? '')?.events ?? []);
      return owner === null || (last !== null && last < day) ? undefined : Number(owner.slice(AGENT_STREAM.length));
    },
    treatmentOf: (agentId, day, payeRate) =>
      treatmentUsedOn(treatments.get(`${AGENT_STREAM}${agentId}`) ?? [], day, payeRate),
  };
}
