import type { CommandContext } from '@fynbos/domain/decider.ts';
import { fold } from '@fynbos/domain/decider.ts';
import { isDomainError } from '@fynbos/domain/errors.ts';
import type { FactEvent, RentalEvent } from '@fynbos/domain/rental/events.ts';
import {
  type FactResult,
  factResult,
  type RentalCommand,
  recordFact,
  rentalDecider,
} from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import { type EventLog, type LoadedStream, newStream } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { firstStreams, loadReferences } from './references.ts';

/** Rounds against writers of the same reservations before a caller is told to come back. */
const ROUNDS = 6;

export const rentalStreamOf = (reservationNo: string): string => `rental-${reservationNo}`;

export interface RentalFacts {
  readonly reservationNo: string;
  /** In the order in which they came; none only assesses again. */
  readonly facts: readonly FactEvent[];
}

/** What became of one reservation's facts; `position` is that of the last event appended, absent where nothing was. */
export interface RentalOutcome {
  readonly results: readonly FactResult[];
  readonly position: Position | undefined;
  readonly state: Rental;
}

export type PretendedResult = Extract<FactResult, 'duplicate' | 'conflict'>;

/** The facts that a dry run would have recorded, so that its later lines see its earlier ones. */
export interface PretendedFacts {
  /** What a fact is beside one that was kept under its id, or null where none was. */
  byId(fact: FactEvent): PretendedResult | null;
  /** The same of an invoice by its number. */
  byInvoice(fact: FactEvent): PretendedResult | null;
  keep(fact: FactEvent): void;
}

export interface RecordOptions {
  /** The sender may add to reservations of other integrators. */
  readonly anyReservation: boolean;
  /** Records nothing and decides nothing: what becomes of a fact rests on facts alone. */
  readonly dryRun?: PretendedFacts;
  /** What `readForFacts` gives of these facts or more, where it was asked for ahead; otherwise it is read. */
  readonly read?: Promise<ReadonlyMap<string, LoadedStream>>;
  /** Decides by the terms as they stood at that place in the log; as they stand now when not given. */
  readonly termsAt?: Position | undefined;
}

interface Work {
  readonly facts: RentalFacts;
  readonly stream: LoadedStream;
  readonly results: FactResult[];
  readonly events: RentalEvent[];
  state: Rental;
}

/** Dispatches a command to the decider and folds its events into the work. Returns how many events it led to. */
function dispatch(work: Work, command: RentalCommand): number {
  const events = rentalDecider.decide(command, work.state);
  for (const event of events) {
    work.events.push(event);
    work.state = rentalDecider.evolve(work.state, event);
  }
  return events.length;
}

/** The result of recording one fact; the decider's refusals are results of that fact alone. */
function record(work: Work, fact: FactEvent, anyReservation: boolean): FactResult {
  try {
    return dispatch(work, recordFact(fact, anyReservation)) > 0 ? 'recorded' : 'duplicate';
  } catch (refusal) {
    if (isDomainError(refusal) && refusal.code === 'rental.conflict') return 'conflict';
    if (isDomainError(refusal) && refusal.code === 'rental.foreign') return 'foreign';
    throw refusal;
  }
}

function take(facts: RentalFacts, stream: LoadedStream, options: RecordOptions): Work {
  const state = fold(rentalDecider, rentalDecider.initial, stream.events as readonly RentalEvent[]);
  const work: Work = { facts, stream, results: [], events: [], state };
  for (const fact of facts.facts) work.results.push(record(work, fact, options.anyReservation));
  return work;
}

/** What would become of facts: as `factResult` says of the log and the facts kept so far, the id before the invoice number. */
function pretend(
  { facts }: RentalFacts,
  stream: LoadedStream,
  pretended: PretendedFacts,
  anyReservation: boolean,
): RentalOutcome {
  const state = fold(rentalDecider, rentalDecider.initial, stream.events as readonly RentalEvent[]);
  const results = facts.map((fact): FactResult => {
    const onRecord = factResult(state, fact, anyReservation);
    if (onRecord === 'foreign') return onRecord;
    const earlier = pretended.byId(fact) ?? (onRecord === 'recorded' ? pretended.byInvoice(fact) : onRecord);
    if (earlier !== null) return earlier;
    pretended.keep(fact);
    return 'recorded';
  });
  return { results, position: undefined, state };
}

/** A reaction to a told moment may come after later ones were told: a stream's times do not go back for it. */
function notBefore(context: CommandContext, { events }: LoadedStream): CommandContext {
  const last = events.at(-1)?.metadata.recordedAt;
  const isPast = context.demo && last !== undefined && last > context.now.toISOString();
  return isPast ? { ...context, now: new Date(last) } : context;
}

/** Which of these reservations are on record, as far as is known: one that is missing costs a second attempt, never a wrong record. */
export type BegunReservations = (reservationNos: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * The streams that recording these facts begins with, in one round trip. With `begun`, reservations it does not name are taken for
 * new where a store reads streams one by one: the append at `no-stream` proves it, or is a conflict. Throws `StoreUnavailable`.
 */
export async function readForFacts(
  log: EventLog,
  batch: readonly RentalFacts[],
  begun?: BegunReservations,
): Promise<ReadonlyMap<string, LoadedStream>> {
  const sent = batch.flatMap(({ facts }) =>
    facts.flatMap((fact) => (fact.type === 'InvoiceRecorded' ? [fact.data] : [])),
  );
  const onRecord =
    begun && log.store.readsOneByOne ? await begun(batch.map(({ reservationNo }) => reservationNo)) : null;
  const isNew = ({ reservationNo, facts }: RentalFacts): boolean =>
    onRecord !== null && facts.length > 0 && !onRecord.has(reservationNo);
  const streams = await log.readStreams([
    ...batch.filter((facts) => !isNew(facts)).map(({ reservationNo }) => rentalStreamOf(reservationNo)),
    ...firstStreams(log, sent),
  ]);
  const taken = batch.filter(isNew).map(({ reservationNo }) => newStream(rentalStreamOf(reservationNo)));
  return taken.length === 0 ? streams : new Map([...streams, ...taken.map((one) => [one.streamId, one] as const)]);
}

async function round(
  log: EventLog,
  batch: readonly RentalFacts[],
  streams: ReadonlyMap<string, LoadedStream>,
  context: CommandContext,
  options: RecordOptions,
): Promise<{ done: Map<string, RentalOutcome>; again: RentalFacts[] }> {
  const works = batch.map((facts) =>
    take(facts, streams.get(rentalStreamOf(facts.reservationNo)) as LoadedStream, options),
  );
  const touched = works.filter(({ events, facts }) => events.length > 0 || facts.facts.length === 0);
  if (touched.length > 0) {
    const [references] = await Promise.all([
      loadReferences(
        log,
        touched.map(({ state }) => state),
        streams,
        options.termsAt,
      ),
      // The append finds them in memory: it need not wait for those that have to be made.
      log.codec.keysFor(touched.map(({ stream, events }) => ({ stream, events, context }))),
    ]);
    // The decision goes into the same append as the facts: no fact is on record without its decision.
    for (const work of touched) dispatch(work, { type: 'AssessReward', references });
  }
  const changed = works.filter(({ events }) => events.length > 0);
  const done = new Map<string, RentalOutcome>();
  const again: RentalFacts[] = [];
  const settle = (work: Work, position: Position | undefined): void => {
    done.set(work.facts.reservationNo, { results: work.results, position, state: work.state });
  };
  for (const work of works) if (work.events.length === 0) settle(work, undefined);
  if (changed.length > 0) {
    const outcomes = await log.append(
      changed.map(({ stream, events }) => ({ stream, events, context: notBefore(context, stream) })),
    );
    changed.forEach((work, index) => {
      const outcome = outcomes[index];
      if (outcome?.ok) settle(work, outcome.position);
      else again.push(work.facts);
    });
  }
  return { done, again };
}

/**
 * Records facts of many reservations (each named once) and decides each again, in three round trips however many there are
 * (four where older facts name other promotions or agents).
 * Reservations that another writer changed meanwhile are loaded and decided again. One that stays contended is absent from
 * the answer: nothing of it was recorded. Throws `StoreUnavailable`; what was appended by then answers as `duplicate` next time.
 */
export async function recordRentalFacts(
  log: EventLog,
  batch: readonly RentalFacts[],
  context: CommandContext,
  options: RecordOptions,
): Promise<ReadonlyMap<string, RentalOutcome>> {
  const outcomes = new Map<string, RentalOutcome>();
  const { dryRun, anyReservation, read } = options;
  if (dryRun) {
    const streams = await log.readStreams(batch.map(({ reservationNo }) => rentalStreamOf(reservationNo)));
    for (const facts of batch) {
      const stream = streams.get(rentalStreamOf(facts.reservationNo)) as LoadedStream;
      outcomes.set(facts.reservationNo, pretend(facts, stream, dryRun, anyReservation));
    }
    return outcomes;
  }
  let rest = batch;
  for (let n = 0; n < ROUNDS && rest.length > 0; n++) {
    const streams = await (n === 0 && read ? read : readForFacts(log, rest));
    const { done, again } = await round(log, rest, streams, context, options);
    for (const [reservationNo, outcome] of done) outcomes.set(reservationNo, outcome);
    rest = again;
  }
  return outcomes;
}
