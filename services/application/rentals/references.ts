import { agentIdOf, agentStreamOf } from '@fynbos/domain/agent/agent.ts';
import { treatmentUsedOn } from '@fynbos/domain/agent/tax-treatment.ts';
import { codeKey, everHadCode, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion, PromotionState } from '@fynbos/domain/promotion/state.ts';
import type { References } from '@fynbos/domain/rental/assess.ts';
import type { Invoice } from '@fynbos/domain/rental/events.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import { REWARD_POLICY_STREAM, rewardPolicyDecider } from '@fynbos/domain/reward-policy/reward-policy.ts';
import { claimStreamId, ownerIn, retiredOn } from '@fynbos/event-store/claims/claims.ts';
import type { EventLog, LoadedStream } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { stateOf } from '../handle.ts';
import { loadTreatments } from './treatments.ts';

/** Kinds of claims: a promotion code is owned by its promotion's stream, a tracking number by its agent's. */
export const PROMO_CODE_CLAIM = 'promo-code';
export const TRACKING_CLAIM = 'tracking';

type NamingInvoice = Pick<Invoice, 'reservation' | 'rental' | 'loyaltyTrackingNo'>;

/** The claim streams that invoices name, by promotion code and by tracking number. */
function claimStreamsOf(log: EventLog, invoices: Iterable<NamingInvoice>) {
  const codes = new Map<string, string>();
  const numbers = new Map<string, string>();
  const add = (claims: Map<string, string>, kind: string, text: string): void => {
    if (!claims.has(text)) claims.set(text, claimStreamId(log.keys, kind, text));
  };
  for (const { reservation, rental: driven, loyaltyTrackingNo } of invoices) {
    for (const { promoCode } of [reservation, driven]) {
      if (promoCode !== null) add(codes, PROMO_CODE_CLAIM, codeKey(promoCode));
    }
    if (loyaltyTrackingNo !== null) add(numbers, TRACKING_CLAIM, loyaltyTrackingNo);
  }
  return { codes, numbers };
}

/** The streams that `loadReferences` reads first for these invoices, so that a caller can read them with its own. */
export function referenceStreams(log: EventLog, invoices: Iterable<NamingInvoice>): string[] {
  const { codes, numbers } = claimStreamsOf(log, invoices);
  return [REWARD_POLICY_STREAM, ...codes.values(), ...numbers.values()];
}

/** The stream as of a position; the whole stream if none is given. */
const upTo = (stream: LoadedStream, position: Position | undefined): LoadedStream =>
  position === undefined ? stream : { ...stream, events: stream.events.filter((event) => event.position <= position) };

/** A code that was claimed for a change that was never recorded is left out. */
async function loadPromotions(
  log: EventLog,
  streamOfCode: ReadonlyMap<string, string>,
  termsAt: Position | undefined,
): Promise<ReadonlyMap<string, Promotion>> {
  const streams = await log.readStreams([...new Set(streamOfCode.values())]);
  const states = new Map<string, { readonly stream: LoadedStream; readonly state: PromotionState }>();
  for (const [streamId, whole] of streams) {
    const stream = upTo(whole, termsAt);
    states.set(streamId, { stream, state: stateOf(promotionDecider, stream) });
  }
  const promotions = new Map<string, Promotion>();
  for (const [code, streamId] of streamOfCode) {
    const found = states.get(streamId);
    if (found?.state.status === 'created' && everHadCode(found.stream.events, code)) promotions.set(code, found.state);
  }
  return promotions;
}

/**
 * Reads all that decisions need from the streams: none depends on a lagging read model. Two round trips, and one for
 * new events of agents. `read`: streams that are not read again. `termsAt`: the position of policy and promotions.
 */
export async function loadReferences(
  log: EventLog,
  rentals: readonly Rental[],
  read: ReadonlyMap<string, LoadedStream> = new Map(),
  termsAt?: Position,
): Promise<References> {
  const { codes, numbers } = claimStreamsOf(
    log,
    rentals.flatMap(({ invoices }) => [...invoices.values()]),
  );
  const missing = [REWARD_POLICY_STREAM, ...codes.values(), ...numbers.values()].filter(
    (streamId) => !read.has(streamId),
  );
  const streams = missing.length > 0 ? new Map([...read, ...(await log.readStreams(missing))]) : read;
  const claimEvents = (streamId: string | undefined) => streams.get(streamId ?? '')?.events ?? [];

  const streamOfCode = new Map<string, string>();
  for (const [code, streamId] of codes) {
    const owner = ownerIn(claimEvents(streamId));
    if (owner !== null) streamOfCode.set(code, owner);
  }
  const agents = [...numbers.values()].map((streamId) => ownerIn(claimEvents(streamId)));
  const [promotions, treatments] = await Promise.all([
    loadPromotions(log, streamOfCode, termsAt),
    loadTreatments(log, [...new Set(agents.filter((owner) => owner !== null))]),
  ]);
  const policyStream = streams.get(REWARD_POLICY_STREAM);
  return {
    policy: policyStream ? stateOf(rewardPolicyDecider, upTo(policyStream, termsAt)) : rewardPolicyDecider.initial,
    promotionOf: (code) => promotions.get(code),
    agentOf: (loyaltyTrackingNo, day) => {
      const events = claimEvents(numbers.get(loyaltyTrackingNo));
      const owner = ownerIn(events);
      const last = retiredOn(events);
      return owner === null || (last !== null && last < day) ? undefined : agentIdOf(owner);
    },
    treatmentOf: (agentId, day, payeRate) =>
      treatmentUsedOn(treatments.get(agentStreamOf(agentId)) ?? [], day, payeRate),
  };
}
