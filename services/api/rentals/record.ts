import {
  type BegunReservations,
  type RentalFacts,
  type RentalOutcome,
  readForFacts,
  recordRentalFacts,
} from '@fynbos/application/rentals/rentals.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import type { FactResult } from '@fynbos/domain/rental/rental.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import type { Position } from '@fynbos/event-store/port.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import type { DryRun } from './dry-run.ts';
import { factOf, type ItemError, type ParsedItem } from './rental-event-schema.ts';

/** Who sends. `anyReservation`: the key's scope `rental-events:any`. */
export interface Sender {
  readonly integratorId: string;
  readonly anyReservation: boolean;
}

export interface ItemAnswer {
  readonly eventId: string | null;
  readonly result: 'recorded' | 'duplicate' | 'conflict' | 'rejected' | 'unavailable';
  readonly position?: Position;
  readonly errors?: readonly ItemError[];
}

/** The reservations under which ids of this integrator are known already; ids that are unknown are absent. */
export type KnownReservations = (
  integratorId: string,
  eventIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

const FOREIGN: ItemError = { path: 'reservationNo', message: 'The reservation belongs to another integrator.' };
const CONFLICTS: Record<'id' | 'reservation', ItemError> = {
  id: { path: 'eventId', message: 'Other content was recorded under this event id or invoice number.' },
  reservation: { path: 'eventId', message: 'This event id was recorded for another reservation.' },
};

/** How many of the ids sent last are remembered here, for what the read model does not show yet. */
const REMEMBERED = 100_000;

function answerOf(eventId: string, result: FactResult, outcome: RentalOutcome): ItemAnswer {
  switch (result) {
    case 'recorded':
      return outcome.position === undefined ? { eventId, result } : { eventId, result, position: outcome.position };
    case 'duplicate':
      return { eventId, result };
    case 'conflict':
      return { eventId, result, errors: [CONFLICTS.id] };
    case 'foreign':
      return { eventId, result: 'rejected', errors: [FOREIGN] };
  }
}

/** Records items in batches and answers each by itself, in order. */
export class RentalEventRecorder {
  private readonly recent = new Map<string, string>();

  constructor(
    private readonly log: EventLog,
    private readonly known: KnownReservations,
    private readonly begun?: BegunReservations,
  ) {}

  /**
   * `dryRun` is that of the call, where it is one. An item is answered `unavailable` where the store could not be reached or
   * its reservation stayed contended: to be sent again.
   */
  async record(
    items: readonly ParsedItem[],
    sender: Sender,
    context: CommandContext,
    dryRun?: DryRun,
  ): Promise<ItemAnswer[]> {
    const answers: ItemAnswer[] = new Array(items.length);
    const facts = items.map((item, index) => {
      if (item.ok)
        return factOf(item.event, sender.integratorId, (content) => this.log.keys.keyedHash('rental-content', content));
      answers[index] = { eventId: item.eventId, result: 'rejected', errors: item.errors };
      return null;
    });
    const memory = dryRun?.underWay ?? this.recent;
    const begun = new Set<string>();
    // What is recorded begins with it, whichever ids are refused: the two questions need not wait for each other.
    const first = byReservation(facts).batch;
    const read = dryRun || first.length === 0 ? undefined : readForFacts(this.log, first, this.begun);
    read?.catch(() => undefined);
    try {
      await this.refuseIdsOfOtherReservations(facts, answers, sender, memory, begun, dryRun);
      const { batch, places } = byReservation(facts);
      const options = { anyReservation: sender.anyReservation, ...(dryRun && { dryRun }), ...(read && { read }) };
      const outcomes = batch.length > 0 ? await recordRentalFacts(this.log, batch, context, options) : new Map();
      for (const [reservationNo, indexes] of places) {
        const outcome = outcomes.get(reservationNo) as RentalOutcome | undefined;
        indexes.forEach((index, n) => {
          const { eventId } = (facts[index] as FactEvent).data;
          const result = outcome?.results[n];
          answers[index] = outcome && result ? answerOf(eventId, result, outcome) : { eventId, result: 'unavailable' };
        });
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      facts.forEach((fact, index) => {
        if (fact !== null) answers[index] ??= { eventId: fact.data.eventId, result: 'unavailable' };
      });
    } finally {
      // Only what is on record stays remembered: a refused id may be sent again, for the reservation that was meant.
      for (const key of begun) memory.delete(key);
      facts.forEach((fact, index) => {
        const result = answers[index]?.result;
        if (fact === null || (result !== 'recorded' && result !== 'duplicate')) return;
        if (dryRun) dryRun.keepId(fact);
        else memory.set(keyOf(fact), fact.data.reservationNo);
      });
      while (this.recent.size > REMEMBERED) this.recent.delete(this.recent.keys().next().value as string);
    }
    return answers;
  }

  /**
   * Answers `conflict` for ids known under another reservation, and takes those facts out of the batch. The others are
   * remembered while they are under way, so that no second call takes them meanwhile; `begun` are those that were not before.
   */
  private async refuseIdsOfOtherReservations(
    facts: (FactEvent | null)[],
    answers: ItemAnswer[],
    sender: Sender,
    memory: Map<string, string>,
    begun: Set<string>,
    dryRun: DryRun | undefined,
  ): Promise<void> {
    const ids = facts.flatMap((fact) => (fact ? [fact.data.eventId] : []));
    const known = ids.length > 0 ? await this.known(sender.integratorId, ids) : new Map<string, string>();
    facts.forEach((fact, index) => {
      if (fact === null) return;
      const { eventId, reservationNo } = fact.data;
      const key = keyOf(fact);
      const elsewhere = known.get(eventId) ?? this.recent.get(key) ?? memory.get(key);
      if (
        (elsewhere !== undefined && elsewhere !== reservationNo) ||
        (elsewhere === undefined && dryRun?.isOfAnother(eventId, reservationNo))
      ) {
        answers[index] = { eventId, result: 'conflict', errors: [CONFLICTS.reservation] };
        facts[index] = null;
        return;
      }
      if (memory.has(key)) return;
      begun.add(key);
      memory.set(key, reservationNo);
    });
  }
}

const keyOf = ({ data: { integratorId, eventId } }: FactEvent): string => `${integratorId} ${eventId}`;

function byReservation(facts: readonly (FactEvent | null)[]): { batch: RentalFacts[]; places: Map<string, number[]> } {
  const places = new Map<string, number[]>();
  facts.forEach((fact, index) => {
    if (fact === null) return;
    const { reservationNo } = fact.data;
    const at = places.get(reservationNo);
    if (at) at.push(index);
    else places.set(reservationNo, [index]);
  });
  const batch = [...places].map(([reservationNo, indexes]) => ({
    reservationNo,
    facts: indexes.map((index) => facts[index] as FactEvent),
  }));
  return { batch, places };
}
