import { dayOf } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { Promotion } from '@fynbos/domain/promotion/state.ts';
import type { RecalculationDefinition } from '@fynbos/domain/recalculation/events.ts';
import { assess } from '@fynbos/domain/rental/assess.ts';
import type { Decision, RentalEvent } from '@fynbos/domain/rental/events.ts';
import { OPENING_BALANCE, type ShownReason } from '@fynbos/domain/rental/reasons.ts';
import { nextDecision, rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import { movementOfAll } from '@fynbos/domain/rewards-account/movement.ts';
import { type RewardsAccount, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { type Assumption, outcomeOf, simulateReward } from '@fynbos/domain/simulation/simulate-reward.ts';
import type { DecodedEvent } from '@fynbos/event-store/codec.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type { AgentReservation } from '@fynbos/projections/incentives/queries.ts';
import type pg from 'pg';
import { eventsOf, stateOf } from '../handle.ts';
import { loadReferences } from '../rentals/references.ts';
import { type HistoricalTerms, loadHistoricalTerms } from './historical-terms.ts';
import { type SimulationRow, scratchRowOf } from './scratch.ts';

export interface Reevaluated extends AgentReservation {
  readonly decision: Decision;
  /** For assumed terms: the input of the account's correction; otherwise null. */
  readonly assumption: Assumption | null;
  /** For a promotion's current terms: the next decision if its outcome differs; otherwise null. */
  readonly next: Decision | null;
}

type RecordedEvent = RentalEvent & Pick<DecodedEvent, 'metadata' | 'position'>;

interface LoadedReservation {
  readonly reservation: AgentReservation;
  readonly state: Rental;
  readonly decision: Decision;
  readonly events: readonly RecordedEvent[];
}

/** Compared only under ordinary PAYE; otherwise the PAYE comes from a later treatment (docs/decisions/0004). */
const samePaye = (a: Decision, b: Decision): boolean =>
  a.payeCents === b.payeCents || a.treatment.kind !== 'paye' || b.treatment.kind !== 'paye';

/** Whether two decisions have the same outcome for the agent, whatever the versions of the terms. */
const sameOutcome = (a: Decision, b: Decision): boolean =>
  a.agentId === b.agentId &&
  a.status === b.status &&
  a.reason === b.reason &&
  (a.status === 'Declined' || a.rate === b.rate) &&
  a.grossCents === b.grossCents &&
  samePaye(a, b);

interface CurrentTerms {
  /**
   * The position of the order, at which current terms are read. Rentals decided later are left out: the approver has
   * not seen their lines (L8). Default: now.
   */
  readonly termsAt?: Position | undefined;
  /** A promotion after a change that is not recorded yet. */
  readonly promotion?: Promotion;
}

/** Re-evaluates reservations under a definition, using only the rules of the domain. */
export class Reevaluation {
  private constructor(
    private readonly log: EventLog,
    private readonly definition: RecalculationDefinition,
    private readonly terms: HistoricalTerms,
    private readonly current: CurrentTerms,
  ) {}

  static async open(
    log: EventLog,
    db: pg.Pool,
    definition: RecalculationDefinition,
    current: CurrentTerms = {},
  ): Promise<Reevaluation> {
    return new Reevaluation(log, definition, await loadHistoricalTerms(log, db, definition), current);
  }

  /** Re-evaluates reservations: one round trip for their facts, and two for current terms. */
  async decide(slice: readonly AgentReservation[]): Promise<readonly Reevaluated[]> {
    const streams = await this.log.readStreams(slice.map(({ reservationNo }) => rentalStreamOf(reservationNo)));
    const loaded = slice.flatMap((reservation): LoadedReservation[] => {
      const stream = streams.get(rentalStreamOf(reservation.reservationNo));
      if (!stream) return [];
      const state = stateOf(rentalDecider, stream);
      // A later decision may credit another agent.
      if (state.decision?.agentId !== reservation.agentId) return [];
      return [{ reservation, state, decision: state.decision, events: eventsOf(rentalDecider, stream) }];
    });
    return this.definition.reassess === null
      ? loaded.flatMap((one) => this.reevaluateUnderAssumedTerms(one))
      : this.reevaluateUnderCurrentTerms(loaded);
  }

  private reevaluateUnderAssumedTerms({ reservation, state, decision, events }: LoadedReservation): Reevaluated[] {
    if (this.isDecidedSince(events)) return [];
    const last = events.at(-1);
    const decided = events.findLast(({ type }) => type === 'RewardDecided');
    if (!last || !decided) return [];
    const assessment = assess(state, this.terms.referencesFor(decision, last.position));
    if (!assessment) return [];
    const { policy, assumed } = this.terms;
    const decidedOn = dayOf(new Date(decided.metadata.recordedAt));
    return [{ ...reservation, decision, assumption: { policy, assumed, decision, assessment, decidedOn }, next: null }];
  }

  private isDecidedSince(events: readonly RecordedEvent[]): boolean {
    const { termsAt } = this.current;
    return termsAt !== undefined && events.some(({ type, position }) => type === 'RewardDecided' && position > termsAt);
  }

  private async reevaluateUnderCurrentTerms(loaded: readonly LoadedReservation[]): Promise<Reevaluated[]> {
    const { termsAt, promotion } = this.current;
    const recorded = await loadReferences(
      this.log,
      loaded.map(({ state }) => state),
      undefined,
      termsAt,
    );
    const promotionOf = (code: string) => {
      const found = recorded.promotionOf(code);
      return found && found.promotionId === promotion?.promotionId ? promotion : found;
    };
    const references = { ...recorded, promotionOf };
    return loaded.map(({ reservation, state, decision, events }) => {
      const next = this.isDecidedSince(events) ? null : (nextDecision(state, references)?.data ?? null);
      const isOther = next !== null && !sameOutcome(next, decision);
      return { ...reservation, decision, assumption: null, next: isOther ? next : null };
    });
  }
}

/** The effect of a re-evaluated reservation on its agent's account at an instant, by the rules of the account. */
export function previewOf(account: RewardsAccount, reevaluated: Reevaluated, now: Date): SimulationRow {
  const { agentId, decision, assumption, next } = reevaluated;
  const isCovered = account.covered.get(decision.reservationNo) !== undefined;
  const row = (reason: ShownReason | null, sums: Parameters<typeof scratchRowOf>[3]) =>
    scratchRowOf(
      agentId,
      decision,
      isCovered ? { now: OPENING_BALANCE, assumed: OPENING_BALANCE } : { now: decision.reason, assumed: reason },
      sums,
    );
  if (assumption) return row(assumption.assessment.reason, simulateReward(account, assumption, dayOf(now)));
  const entries = next
    ? rewardsAccountDecider.decide({ type: 'PostReward', agentId, decision: next }, account, now.toISOString())
    : [];
  const after = entries.length > 0 ? fold(rewardsAccountDecider, account, entries) : account;
  return row((next ?? decision).reason, {
    now: outcomeOf(account, decision.reservationNo),
    assumed: outcomeOf(after, decision.reservationNo),
    correction: movementOfAll(entries),
  });
}
