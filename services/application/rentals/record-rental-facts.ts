import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FactEvent, RentalEvent } from '@fynbos/domain/rental/events.ts';
import {
  type FactResult,
  factResult,
  type RentalCommand,
  recordFact,
  rentalDecider,
  rentalStreamOf,
} from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import { type EventLog, type LoadedStream, newStream } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { appendDecided } from '../append-decided.ts';
import { stateOf } from '../handle.ts';
import { loadReferences, referenceStreams } from './references.ts';

/**
 * How often a contended reservation is decided again before its facts are left unrecorded. Other processes contend for
 * it; calls of one process wait for each other (`RentalEventRecorder`).
 */
const RETRIES = 20;

export interface RentalFacts {
  readonly reservationNo: string;
  /** In the order received. An empty list only decides the reservation again. */
  readonly facts: readonly FactEvent[];
}

export interface RentalOutcome {
  /** One for each fact, in order. */
  readonly results: readonly FactResult[];
  /** Position of the last event appended; undefined when nothing was. */
  readonly position: Position | undefined;
  readonly state: Rental;
}

type Streams = ReadonlyMap<string, LoadedStream>;

export interface RecordOptions {
  /** The sender may add to reservations of other integrators. */
  readonly anyReservation: boolean;
  /** The streams of at least these facts, from `readForFacts`. */
  readonly read?: Streams | undefined;
  /** Decides by the policy and promotions as of this position; as of now when not given. */
  readonly termsAt?: Position | undefined;
}

/** Reservations with recorded facts, as far as known. A missing one costs a second attempt, never a wrong record. */
export type ExistingReservations = (reservationNos: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * One reservation of a batch between load and append. It folds and decides itself, because a refusal is the result of
 * that fact alone: `handle` would refuse all facts of the reservation.
 */
class PendingReservation {
  readonly results: FactResult[] = [];
  readonly events: RentalEvent[] = [];
  state: Rental;

  constructor(
    readonly facts: RentalFacts,
    readonly stream: LoadedStream,
    anyReservation: boolean,
    private readonly at: string,
  ) {
    this.state = stateOf(rentalDecider, stream);
    for (const fact of facts.facts) {
      const result = factResult(this.state, fact, anyReservation);
      this.results.push(result);
      if (result === 'recorded') this.decide(recordFact(fact, anyReservation));
    }
  }

  decide(command: RentalCommand): void {
    for (const event of rentalDecider.decide(command, this.state, this.at)) {
      this.events.push(event);
      this.state = rentalDecider.evolve(this.state, event);
    }
  }

  /** Whether the reservation has to be decided: a fact was recorded, or the caller requested only the decision. */
  get isDue(): boolean {
    return this.events.length > 0 || this.facts.facts.length === 0;
  }

  outcome(position?: Position): RentalOutcome {
    return { results: this.results, position, state: this.state };
  }
}

/** Keeps the times of a stream from going back when demonstration history arrives out of order. */
function notBeforeLastEvent(context: CommandContext, { events }: LoadedStream): CommandContext {
  const last = events.at(-1)?.metadata.recordedAt;
  const isPast = context.demo && last !== undefined && last > context.now.toISOString();
  return isPast ? { ...context, now: new Date(last) } : context;
}

/**
 * Streams of the rentals and of the claims that their invoices name, in one round trip. A store that reads one by one
 * skips those that `existing` does not return: the append at `no-stream` proves that they are new, or conflicts.
 */
export async function readForFacts(
  log: EventLog,
  batch: readonly RentalFacts[],
  existing?: ExistingReservations,
): Promise<Streams> {
  const invoices = batch.flatMap(({ facts }) =>
    facts.flatMap((fact) => (fact.type === 'InvoiceRecorded' ? [fact.data] : [])),
  );
  const recorded =
    existing && log.store.hints?.readsOneByOne ? await existing(batch.map(({ reservationNo }) => reservationNo)) : null;
  const isNew = ({ reservationNo, facts }: RentalFacts): boolean =>
    recorded !== null && facts.length > 0 && !recorded.has(reservationNo);
  const streams = await log.readStreams([
    ...batch.filter((facts) => !isNew(facts)).map(({ reservationNo }) => rentalStreamOf(reservationNo)),
    ...referenceStreams(log, invoices),
  ]);
  const created = batch.filter(isNew).map(({ reservationNo }) => newStream(rentalStreamOf(reservationNo)));
  return created.length === 0 ? streams : new Map([...streams, ...created.map((one) => [one.streamId, one] as const)]);
}

/** Those of `pending` that are due, appended with their facts. `streams`: from `readForFacts`. */
async function decideRewards(
  log: EventLog,
  {
    pending,
    streams,
    termsAt,
  }: { pending: readonly PendingReservation[]; streams: Streams; termsAt: Position | undefined },
  context: CommandContext,
): Promise<void> {
  const due = pending.filter(({ isDue }) => isDue);
  if (due.length === 0) return;
  const [references] = await Promise.all([
    loadReferences(
      log,
      due.map(({ state }) => state),
      streams,
      termsAt,
    ),
    // Creates missing keys in the same round trip; the append finds them in memory.
    log.codec.keysFor(due.map(({ stream, events }) => ({ stream, events, context }))),
  ]);
  for (const reservation of due) reservation.decide({ type: 'AssessReward', references });
}

/**
 * Reservations, each named once, with their decisions, in three round trips (four if older facts name other promotions
 * or agents). One that another writer changes is decided again; one that stays contended is absent, without recorded
 * facts. Throws `StoreUnavailable`; facts appended before it are duplicates next time.
 */
export async function recordRentalFacts(
  log: EventLog,
  batch: readonly RentalFacts[],
  context: CommandContext,
  { anyReservation, read, termsAt }: RecordOptions,
): Promise<ReadonlyMap<string, RentalOutcome>> {
  const outcomes = new Map<string, RentalOutcome>();
  const factsOf = new Map(batch.map((facts) => [rentalStreamOf(facts.reservationNo), facts]));
  let preloaded = read;
  const decide = async (streamIds: readonly string[]) => {
    const due = streamIds.map((streamId) => factsOf.get(streamId) as RentalFacts);
    const streams = preloaded ?? (await readForFacts(log, due));
    preloaded = undefined;
    const pending = due.map((facts) => {
      const stream = streams.get(rentalStreamOf(facts.reservationNo)) as LoadedStream;
      return new PendingReservation(facts, stream, anyReservation, context.now.toISOString());
    });
    await decideRewards(log, { pending, streams, termsAt }, context);
    for (const reservation of pending)
      if (reservation.events.length === 0) outcomes.set(reservation.facts.reservationNo, reservation.outcome());
    const changed = pending.filter(({ events }) => events.length > 0);
    const changes = changed.map((reservation) => ({
      stream: reservation.stream,
      events: reservation.events,
      context: notBeforeLastEvent(context, reservation.stream),
      reservation,
    }));
    return { changes };
  };
  await appendDecided(log, {
    streamIds: [...factsOf.keys()],
    retries: RETRIES,
    decide,
    onOutcome({ reservation }, outcome) {
      if (outcome.ok) outcomes.set(reservation.facts.reservationNo, reservation.outcome(outcome.position));
      return false;
    },
  });
  return outcomes;
}
