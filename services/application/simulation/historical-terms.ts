import { ORDINARY_TREATMENT } from '@fynbos/domain/agent/tax-treatment.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { PromotionEvent } from '@fynbos/domain/promotion/events.ts';
import { codeKey, promotionDecider, promotionStreamOf } from '@fynbos/domain/promotion/promotion.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import type { RecalculationDefinition } from '@fynbos/domain/recalculation/events.ts';
import type { References } from '@fynbos/domain/rental/assess.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import type { RewardPolicyEvent } from '@fynbos/domain/reward-policy/events.ts';
import {
  REWARD_POLICY_STREAM,
  type RewardPolicy,
  rewardPolicyDecider,
} from '@fynbos/domain/reward-policy/reward-policy.ts';
import { assumedPolicy, assumedPromotion } from '@fynbos/domain/simulation/assumed-terms.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { promotionIds } from '@fynbos/projections/promotions/queries.ts';
import type pg from 'pg';
import { eventsOf } from '../handle.ts';

type Positioned<Event> = Event & { readonly position: Position };

const countUpTo = (events: readonly Positioned<object>[], position: Position): number =>
  events.filter((event) => event.position <= position).length;

/** Includes the assumed changes. Without any, a simulation repeats the recorded decisions, whatever changed later. */
export class HistoricalTerms {
  private readonly byCode = new Map<string, { streamId: string; since: Position }>();
  private readonly promotionVersions = new Map<string, Promotion | undefined>();
  private readonly policyVersions = new Map<number, RewardPolicy>();
  /** The recorded policy with all its versions, and the same under the assumed change. */
  readonly policy: RewardPolicy;
  readonly assumed: RewardPolicy;

  constructor(
    private readonly definition: RecalculationDefinition,
    private readonly policyEvents: readonly Positioned<RewardPolicyEvent>[],
    private readonly promotionEvents: ReadonlyMap<string, readonly Positioned<PromotionEvent>[]>,
  ) {
    for (const [streamId, events] of promotionEvents) {
      for (const { type, data, position } of events) {
        if (type !== 'PromotionCreated' && type !== 'PromotionRenamed') continue;
        const code = codeKey(data.promoCode);
        if (!this.byCode.has(code)) this.byCode.set(code, { streamId, since: position });
      }
    }
    this.policy = this.policyAfter(policyEvents.length);
    this.assumed = assumedPolicy(this.policy, definition.policy);
  }

  /** The references of a decision made, or last confirmed, at `position`, with the assumed changes. */
  referencesFor(decision: Decision, position: Position): References {
    return {
      policy: this.assumedPolicyAfter(countUpTo(this.policyEvents, position)),
      promotionOf: (code) => {
        if (code === decision.promoCode)
          return decision.promotionId === null
            ? undefined
            : this.promotionAt(promotionStreamOf(decision.promotionId), decision.promotionVersion ?? 0);
        const promotion = this.byCode.get(code);
        if (!promotion || promotion.since > position) return undefined;
        return this.promotionAt(
          promotion.streamId,
          countUpTo(this.promotionEvents.get(promotion.streamId) ?? [], position),
        );
      },
      agentOf: () => decision.agentId ?? undefined,
      // The policy gives the rate of ordinary PAYE. Another treatment keeps its state at the decision.
      treatmentOf: (_agentId, _day, payeRate) =>
        decision.treatment.kind === ORDINARY_TREATMENT.kind
          ? { kind: ORDINARY_TREATMENT.kind, rate: payeRate }
          : decision.treatment,
    };
  }

  private promotionAt(streamId: string, version: number): Promotion | undefined {
    const key = `${version} ${streamId}`;
    if (this.promotionVersions.has(key)) return this.promotionVersions.get(key);
    const events = (this.promotionEvents.get(streamId) ?? []).slice(0, version);
    const state = fold(promotionDecider, promotionDecider.initial, events);
    const promotion = state.status === 'none' ? undefined : assumedPromotion(state, this.definition.promotions);
    this.promotionVersions.set(key, promotion);
    return promotion;
  }

  private policyAfter(count: number): RewardPolicy {
    return fold(rewardPolicyDecider, rewardPolicyDecider.initial, this.policyEvents.slice(0, count));
  }

  private assumedPolicyAfter(count: number): RewardPolicy {
    const cached = this.policyVersions.get(count);
    if (cached) return cached;
    const policy = assumedPolicy(this.policyAfter(count), this.definition.policy);
    this.policyVersions.set(count, policy);
    return policy;
  }
}

/** Loads the terms of all decisions, in two round trips. The read model `promotions` only names the streams. */
export async function loadHistoricalTerms(
  log: EventLog,
  db: pg.Pool,
  definition: RecalculationDefinition,
): Promise<HistoricalTerms> {
  const { [REWARD_POLICY_STREAM]: policy, ...others } = Object.fromEntries(
    await log.readStreams([REWARD_POLICY_STREAM, ...(await promotionIds(db)).map(promotionStreamOf)]),
  );
  return new HistoricalTerms(
    definition,
    policy ? eventsOf(rewardPolicyDecider, policy) : [],
    new Map(Object.entries(others).map(([streamId, stream]) => [streamId, eventsOf(promotionDecider, stream)])),
  );
}
