import { type Day, dayOf } from '@fynbos/domain/calendar.ts';
import { fold } from '@fynbos/domain/decider.ts';
import type { RecalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import { type Assumption, standingOf, underAssumedTerms } from '@fynbos/domain/recalculation/under-assumed-terms.ts';
import { assess } from '@fynbos/domain/rental/assess.ts';
import type { Decision, RentalEvent } from '@fynbos/domain/rental/events.ts';
import { OPENING_BALANCE, type ShownReason } from '@fynbos/domain/rental/reasons.ts';
import { nextDecision, rentalDecider } from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import { movementOfAll } from '@fynbos/domain/rewards-account/movement.ts';
import { type RewardsAccount, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import type { DecodedEvent } from '@fynbos/event-store/codec.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import type pg from 'pg';
import { loadReferences } from '../rentals/references.ts';
import { rentalStreamOf } from '../rentals/rentals.ts';
import { type HistoricalTerms, loadHistoricalTerms } from './historical-terms.ts';
import type { ReservationOf } from './reservations.ts';
import { rowOf, type SimulationRow } from './row.ts';

/** A reservation decided again: what it is for the account of its agent. */
export interface Reevaluated extends ReservationOf {
  readonly decision: Decision;
  /** Under assumed terms: what the account needs to be corrected to them. */
  readonly assumption: Assumption | null;
  /** As the promotion's terms stand now: the decision that would follow, where its outcome is another. */
  readonly next: Decision | null;
}

interface Known {
  readonly reservation: ReservationOf;
  readonly state: Rental;
  readonly decision: Decision;
  readonly events: readonly DecodedEvent[];
}

/**
 * PAYE differs by what the policies say. Where either decision has a treatment of the agent's own, it differs by what was
 * set of that meanwhile, and what was decided then stays (docs/decisions/0004).
 */
const samePaye = (a: Decision, b: Decision): boolean =>
  a.payeCents === b.payeCents || a.treatment.kind !== 'paye' || b.treatment.kind !== 'paye';

/** Whether two decisions come to the same for the agent; under which version of the terms is no difference. */
const sameOutcome = (a: Decision, b: Decision): boolean =>
  a.agentId === b.agentId &&
  a.status === b.status &&
  a.reason === b.reason &&
  (a.status === 'Declined' || a.rate === b.rate) &&
  a.grossCents === b.grossCents &&
  samePaye(a, b);

/** Decides reservations again as a definition says, by the rules of the domain and nothing else. */
export class Reevaluation {
  private constructor(
    private readonly log: EventLog,
    private readonly definition: RecalculationDefinition,
    private readonly terms: HistoricalTerms,
    private readonly termsAt: Position | undefined,
  ) {}

  /**
   * Loads the terms that decisions were taken under. `termsAt`: a promotion's terms of now are those that stood at that
   * place in the log, and what was decided after it stays. Throws `StoreUnavailable`.
   */
  static async open(
    log: EventLog,
    db: pg.Pool,
    definition: RecalculationDefinition,
    termsAt?: Position,
  ): Promise<Reevaluation> {
    return new Reevaluation(log, definition, await loadHistoricalTerms(log, db, definition), termsAt);
  }

  /** Decides these again, in one round trip for their facts (and two for the terms of now, where they are decided under those). */
  async decide(slice: readonly ReservationOf[]): Promise<readonly Reevaluated[]> {
    const streams = await this.log.readStreams(slice.map(({ reservationNo }) => rentalStreamOf(reservationNo)));
    const known = slice.flatMap((reservation): Known[] => {
      const events = streams.get(rentalStreamOf(reservation.reservationNo))?.events ?? [];
      const state = fold(rentalDecider, rentalDecider.initial, events as unknown as readonly RentalEvent[]);
      // What credits somebody else by now is that agent's.
      if (state.decision?.agentId !== reservation.agentId) return [];
      return [{ reservation, state, decision: state.decision, events }];
    });
    return this.definition.reassess === null
      ? known.flatMap((one) => this.underAssumed(one))
      : this.asTermsStand(known);
  }

  private underAssumed({ reservation, state, decision, events }: Known): Reevaluated[] {
    const last = events.at(-1);
    const decided = events.findLast(({ type }) => type === 'RewardDecided');
    if (!last || !decided) return [];
    const assessment = assess(state, this.terms.referencesFor(decision, last.position));
    if (!assessment) return [];
    const { policy, assumed } = this.terms;
    const decidedOn = dayOf(new Date(decided.metadata.recordedAt));
    return [{ ...reservation, decision, assumption: { policy, assumed, decision, assessment, decidedOn }, next: null }];
  }

  private isDecidedSince(events: readonly DecodedEvent[]): boolean {
    const { termsAt } = this;
    return termsAt !== undefined && events.some(({ type, position }) => type === 'RewardDecided' && position > termsAt);
  }

  private async asTermsStand(known: readonly Known[]): Promise<Reevaluated[]> {
    const references = await loadReferences(
      this.log,
      known.map(({ state }) => state),
      undefined,
      this.termsAt,
    );
    return known.map(({ reservation, state, decision, events }) => {
      const next = this.isDecidedSince(events) ? null : (nextDecision(state, references)?.data ?? null);
      const isOther = next !== null && !sameOutcome(next, decision);
      return { ...reservation, decision, assumption: null, next: isOther ? next : null };
    });
  }
}

/** What a reservation decided again would do to its agent's account on a day, by the account's own rules. */
export function previewOf(account: RewardsAccount, again: Reevaluated, today: Day): SimulationRow {
  const { agentId, decision, assumption, next } = again;
  const isCovered = account.covered.get(decision.reservationNo) !== undefined;
  const line = (reason: ShownReason | null, sums: Parameters<typeof rowOf>[3]) =>
    rowOf(
      agentId,
      decision,
      isCovered ? { now: OPENING_BALANCE, assumed: OPENING_BALANCE } : { now: decision.reason, assumed: reason },
      sums,
    );
  if (assumption) return line(assumption.assessment.reason, underAssumedTerms(account, assumption, today));
  const now = standingOf(account, decision.reservationNo);
  const command = { type: 'PostReward', agentId, decision: next ?? decision, today } as const;
  const entries = next ? rewardsAccountDecider.decide(command, account) : [];
  const after = entries.length > 0 ? fold(rewardsAccountDecider, account, entries) : account;
  return line((next ?? decision).reason, {
    now,
    assumed: standingOf(after, decision.reservationNo),
    correction: movementOfAll(entries),
  });
}
