import { ORDINARY_TREATMENT } from '@fynbos/domain/agent/tax-treatment.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { codeKey, promotionDecider } from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import { assumedPolicy, assumedPromotion } from '@fynbos/domain/recalculation/assumed-terms.ts';
import type { RecalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import type { References } from '@fynbos/domain/rental/assess.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import type { RewardPolicyEvent } from '@fynbos/domain/reward-policy/events.ts';
import {
  REWARD_POLICY_STREAM,
  type RewardPolicy,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import type { DecodedEvent } from '@fynbos/event-store/codec.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { promotions } from '@fynbos/projections/promotions/promotions.ts';
import type pg from 'pg';

const streamOf = (promotionId: string): string => `promotion-${promotionId}`;

/** How many events stand at or before a position. */
const upTo = (events: readonly DecodedEvent[], position: Position): number =>
  events.filter((event) => event.position <= position).length;

/**
 * The terms that decisions were taken under, each as it stood then, with the assumed changes over them. So a history that
 * is decided again under no change gives the decisions that were taken, whatever was set since.
 */
export class HistoricalTerms {
  private readonly byCode = new Map<string, { streamId: string; since: Position }>();
  private readonly promotionsThen = new Map<string, Promotion | undefined>();
  private readonly policiesThen = new Map<number, RewardPolicy>();
  /** The policy on record, with all its versions, and under the assumed change. */
  readonly policy: RewardPolicy;
  readonly assumed: RewardPolicy;

  constructor(
    private readonly definition: RecalculationDefinition,
    private readonly policyEvents: readonly DecodedEvent[],
    private readonly promotionStreams: ReadonlyMap<string, readonly DecodedEvent[]>,
  ) {
    for (const [streamId, events] of promotionStreams) {
      for (const event of events) {
        const { type, data } = event as DecodedEvent & PromotionEvent;
        if (type !== 'PromotionCreated' && type !== 'PromotionRenamed') continue;
        const code = codeKey(data.promoCode);
        if (!this.byCode.has(code)) this.byCode.set(code, { streamId, since: event.position });
      }
    }
    this.policy = this.policyOf(policyEvents.length);
    this.assumed = assumedPolicy(this.policy, definition.policy);
  }

  /** What the decision rested on, when it was taken or confirmed last at `position`, under the assumed changes. */
  referencesFor(decision: Decision, position: Position): References {
    return {
      policy: this.assumedAt(upTo(this.policyEvents, position)),
      promotionOf: (code) => {
        if (code === decision.promoCode)
          return decision.promotionId === null
            ? undefined
            : this.promotionThen(streamOf(decision.promotionId), decision.promotionVersion ?? 0);
        const known = this.byCode.get(code);
        if (!known || known.since > position) return undefined;
        return this.promotionThen(known.streamId, upTo(this.promotionStreams.get(known.streamId) ?? [], position));
      },
      agentOf: () => decision.agentId ?? undefined,
      // Of ordinary PAYE the policy says the rate; a treatment of the agent's own is what it was, whatever was set since.
      treatmentOf: (_agentId, _day, payeRate) =>
        decision.treatment.kind === ORDINARY_TREATMENT.kind
          ? { kind: ORDINARY_TREATMENT.kind, rate: payeRate }
          : decision.treatment,
    };
  }

  private promotionThen(streamId: string, version: number): Promotion | undefined {
    const key = `${version} ${streamId}`;
    if (this.promotionsThen.has(key)) return this.promotionsThen.get(key);
    const events = (this.promotionStreams.get(streamId) ?? []).slice(0, version) as unknown as PromotionEvent[];
    const promotion =
      events.length === 0
        ? undefined
        : assumedPromotion(fold(promotionDecider, promotionDecider.initial, events), this.definition.promotions);
    this.promotionsThen.set(key, promotion);
    return promotion;
  }

  private policyOf(count: number): RewardPolicy {
    const events = this.policyEvents.slice(0, count) as unknown as RewardPolicyEvent[];
    return fold(rewardPolicyDecider, rewardPolicyDecider.initial, events);
  }

  private assumedAt(count: number): RewardPolicy {
    const known = this.policiesThen.get(count);
    if (known) return known;
    const policy = assumedPolicy(this.policyOf(count), this.definition.policy);
    this.policiesThen.set(count, policy);
    return policy;
  }
}

/** The terms of all that was ever decided, in two round trips. The read model `promotions` only names the streams. */
export async function loadHistoricalTerms(
  log: EventLog,
  db: pg.Pool,
  definition: RecalculationDefinition,
): Promise<HistoricalTerms> {
  const { rows } = await db.query<{ id: string }>(`select id from ${readModelTable(promotions).sql}`);
  const streams = await log.readStreams([REWARD_POLICY_STREAM, ...rows.map(({ id }) => streamOf(id))]);
  const policyEvents = streams.get(REWARD_POLICY_STREAM)?.events ?? [];
  const promotionStreams = new Map(
    [...streams].filter(([streamId]) => streamId !== REWARD_POLICY_STREAM).map(([id, { events }]) => [id, events]),
  );
  return new HistoricalTerms(definition, policyEvents, promotionStreams);
}
