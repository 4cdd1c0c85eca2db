import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import type { FactResult } from '@fynbos/domain/rental/rental.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { type Position, StoreUnavailable } from '@fynbos/event-store/port.ts';
import { existingReservations } from '@fynbos/projections/incentives/queries.ts';
import { reservationsOfEvents } from '@fynbos/projections/rental-events/queries.ts';
import type { Pool } from 'pg';
import { type DryRun, dryRunRentalFacts } from './dry-run.ts';
import {
  type ExistingReservations,
  type RentalFacts,
  type RentalOutcome,
  readForFacts,
  recordRentalFacts,
} from './record-rental-facts.ts';

/** The integrator that sends. `anyReservation`: its key has the scope `rental-events:any`. */
export interface Sender {
  readonly integratorId: string;
  readonly anyReservation: boolean;
}

export interface ItemError {
  readonly path: string;
  readonly message: string;
}

/** An item of a call: the fact that it states, or why it was rejected. */
export type SentItem =
  | { readonly ok: true; readonly fact: FactEvent }
  | { readonly ok: false; readonly eventId: string | null; readonly errors: readonly ItemError[] };

export interface ItemOutcome {
  readonly eventId: string | null;
  /** `unavailable`: the store could not be reached or the reservation stayed contended; send the item again. */
  readonly result: 'recorded' | 'duplicate' | 'conflict' | 'rejected' | 'unavailable';
  readonly position?: Position;
  readonly errors?: readonly ItemError[];
}

/** The reservations for which this integrator used these event ids before; unknown ids are absent. */
type KnownReservations = (integratorId: string, eventIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const FOREIGN: ItemError = { path: 'reservationNo', message: 'The reservation belongs to another integrator.' };
const OTHER_CONTENT: ItemError = {
  path: 'eventId',
  message: 'Other content was recorded under this event id or invoice number.',
};
const OTHER_RESERVATION: ItemError = {
  path: 'eventId',
  message: 'This event id was recorded for another reservation.',
};

/** Event ids remembered in memory, because the read model may not show the latest ones yet. */
const REMEMBERED = 100_000;

function outcomeOf(eventId: string, result: FactResult, { position }: RentalOutcome): ItemOutcome {
  switch (result) {
    case 'recorded':
      return position === undefined ? { eventId, result } : { eventId, result, position };
    case 'duplicate':
      return { eventId, result };
    case 'conflict':
      return { eventId, result, errors: [OTHER_CONTENT] };
    case 'foreign':
      return { eventId, result: 'rejected', errors: [FOREIGN] };
  }
}

const keyOf = ({ data: { integratorId, eventId } }: FactEvent): string => `${integratorId} ${eventId}`;

/** One call of `record`: the facts still to be recorded, by item, and the outcomes known so far. */
interface Call {
  readonly facts: (FactEvent | null)[];
  readonly outcomes: ItemOutcome[];
  readonly sender: Sender;
  readonly dryRun: DryRun | undefined;
  /** Reservation by event id: for ids in progress in a dry run, otherwise for all recent ids. */
  readonly memory: Map<string, string>;
  /** Keys that this call added to `memory`. */
  readonly added: Set<string>;
}

/** Records rental events in batches, each item with an outcome of its own. */
export class RentalEventRecorder {
  private readonly recent = new Map<string, string>();

  constructor(
    private readonly log: EventLog,
    private readonly known: KnownReservations,
    private readonly existing?: ExistingReservations,
  ) {}

  /** The outcome of each item, in order. With `dryRun` nothing is recorded. */
  async record(
    items: readonly SentItem[],
    sender: Sender,
    context: CommandContext,
    dryRun?: DryRun,
  ): Promise<ItemOutcome[]> {
    const outcomes: ItemOutcome[] = new Array(items.length);
    const facts = items.map((item, index) => {
      if (item.ok) return item.fact;
      outcomes[index] = { eventId: item.eventId, result: 'rejected', errors: item.errors };
      return null;
    });
    const memory = dryRun?.inProgress ?? this.recent;
    const call: Call = { facts, outcomes, sender, dryRun, memory, added: new Set() };
    // Starts the reads now, next to the look-up of event ids: most calls have no refused ids.
    const first = byReservation(facts).batch;
    const read = dryRun || first.length === 0 ? undefined : readForFacts(this.log, first, this.existing);
    read?.catch(() => undefined);
    try {
      await this.refuseIdsOfOtherReservations(call);
      await this.recordFacts(call, context, read);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      facts.forEach((fact, index) => {
        if (fact !== null) outcomes[index] ??= { eventId: fact.data.eventId, result: 'unavailable' };
      });
    } finally {
      this.remember(call);
    }
    return outcomes;
  }

  /**
   * Refuses event ids that were used for another reservation, and removes their facts. The other ids are remembered
   * while in progress, so that no concurrent call of this process uses them for another reservation. Another process may
   * accept such an id until the read model has it; I4 holds within each reservation.
   */
  private async refuseIdsOfOtherReservations({ facts, outcomes, sender, dryRun, memory, added }: Call): Promise<void> {
    const ids = facts.flatMap((fact) => (fact ? [fact.data.eventId] : []));
    const known = ids.length > 0 ? await this.known(sender.integratorId, ids) : new Map<string, string>();
    facts.forEach((fact, index) => {
      if (fact === null) return;
      const { eventId, reservationNo } = fact.data;
      const key = keyOf(fact);
      const earlier = known.get(eventId) ?? this.recent.get(key) ?? memory.get(key);
      const isOfAnother =
        earlier === undefined ? dryRun?.isOfAnother(eventId, reservationNo) : earlier !== reservationNo;
      if (isOfAnother) {
        outcomes[index] = { eventId, result: 'conflict', errors: [OTHER_RESERVATION] };
        facts[index] = null;
        return;
      }
      if (memory.has(key)) return;
      added.add(key);
      memory.set(key, reservationNo);
    });
  }

  private async recordFacts(
    { facts, outcomes, sender: { anyReservation }, dryRun }: Call,
    context: CommandContext,
    read: ReturnType<typeof readForFacts> | undefined,
  ): Promise<void> {
    const { batch, indexes } = byReservation(facts);
    if (batch.length === 0) return;
    const recorded = await (dryRun
      ? dryRunRentalFacts(this.log, batch, dryRun, anyReservation)
      : recordRentalFacts(this.log, batch, context, { anyReservation, read }));
    for (const [reservationNo, itemIndexes] of indexes) {
      const outcome = recorded.get(reservationNo);
      itemIndexes.forEach((index, n) => {
        const { eventId } = (facts[index] as FactEvent).data;
        const result = outcome?.results[n];
        outcomes[index] = outcome && result ? outcomeOf(eventId, result, outcome) : { eventId, result: 'unavailable' };
      });
    }
  }

  /** Remembers recorded ids and forgets refused ones, which may be sent again for the right reservation. */
  private remember({ facts, outcomes, dryRun, memory, added }: Call): void {
    for (const key of added) memory.delete(key);
    facts.forEach((fact, index) => {
      const result = outcomes[index]?.result;
      if (fact === null || (result !== 'recorded' && result !== 'duplicate')) return;
      if (dryRun) dryRun.keepId(fact);
      else memory.set(keyOf(fact), fact.data.reservationNo);
    });
    while (this.recent.size > REMEMBERED) this.recent.delete(this.recent.keys().next().value as string);
  }
}

/** Groups facts by reservation; `indexes` are the positions of each reservation's facts in the call. */
function byReservation(facts: readonly (FactEvent | null)[]): {
  batch: RentalFacts[];
  indexes: ReadonlyMap<string, readonly number[]>;
} {
  const grouped = new Map<string, { facts: FactEvent[]; indexes: number[] }>();
  facts.forEach((fact, index) => {
    if (fact === null) return;
    const { reservationNo } = fact.data;
    const group = grouped.get(reservationNo);
    if (group) {
      group.facts.push(fact);
      group.indexes.push(index);
    } else grouped.set(reservationNo, { facts: [fact], indexes: [index] });
  });
  const batch = [...grouped].map(([reservationNo, group]) => ({ reservationNo, facts: group.facts }));
  return { batch, indexes: new Map([...grouped].map(([reservationNo, group]) => [reservationNo, group.indexes])) };
}

/** A recorder that looks up earlier event ids and reservations in the read models. */
export const rentalEventRecorder = ({ log, db }: { log: EventLog; db: Pool }): RentalEventRecorder =>
  new RentalEventRecorder(
    log,
    (integratorId, eventIds) => reservationsOfEvents(db, integratorId, eventIds),
    (reservationNos) => existingReservations(db, reservationNos),
  );
