import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import type { FactResult } from '@fynbos/domain/rental/rental.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { existingReservations } from '@fynbos/projections/incentives/queries.ts';
import { reservationsOfEvents } from '@fynbos/projections/rental-events/queries.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type DryRun, dryRunRentalFacts, type IdInProgress, type IdsInProgress } from './dry-run.ts';
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

export const itemError = z.object({ path: z.string(), message: z.string() });
export type ItemError = z.output<typeof itemError>;

/** An item of a call: the fact that it states, or why it was rejected. */
export type SentItem =
  | { readonly ok: true; readonly fact: FactEvent }
  | { readonly ok: false; readonly eventId: string | null; readonly errors: ItemError[] };

export const itemOutcome = z.object({
  eventId: z.string().nullable(),
  /** `unavailable`: the store could not be reached or the reservation stayed contended; send the item again. */
  result: z.enum(['recorded', 'duplicate', 'conflict', 'rejected', 'unavailable']),
  /** Position of the recorded event, for `X-Read-After`. */
  position: z.string().optional(),
  errors: z.array(itemError).optional(),
});
export type ItemOutcome = Readonly<z.output<typeof itemOutcome>>;

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
const MAX_CACHED_EVENT_IDS = 100_000;

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

/** `index`: of its item in the call. */
interface Line {
  readonly index: number;
  readonly fact: FactEvent;
}

const byReservation = (lines: readonly Line[]): ReadonlyMap<string, readonly Line[]> =>
  Map.groupBy(lines, ({ fact }) => fact.data.reservationNo);

const batchOf = (groups: ReadonlyMap<string, readonly Line[]>): RentalFacts[] =>
  [...groups].map(([reservationNo, lines]) => ({ reservationNo, facts: lines.map(({ fact }) => fact) }));

/** Records rental events in batches, each item with an outcome of its own. */
export class RentalEventRecorder {
  /** Reservations by event id, of recent calls. */
  private readonly recent = new Map<string, string>();
  private readonly inProgress: IdsInProgress = new Map();

  constructor(
    private readonly log: EventLog,
    private readonly reservationsOf: KnownReservations,
    private readonly existing?: ExistingReservations,
  ) {}

  /** The outcome of each item, in order. With `dryRun` nothing is recorded. */
  async record(
    items: readonly SentItem[],
    { integratorId, anyReservation }: Sender,
    context: CommandContext,
    dryRun?: DryRun,
  ): Promise<ItemOutcome[]> {
    const outcomes = items.map(
      (item): ItemOutcome =>
        item.ok
          ? { eventId: item.fact.data.eventId, result: 'unavailable' }
          : { eventId: item.eventId, result: 'rejected', errors: item.errors },
    );
    const lines = items.flatMap((item, index) => (item.ok ? [{ index, fact: item.fact }] : []));
    if (lines.length === 0) return outcomes;
    // Most calls have no refused ids, so the streams are read during the look-up of event ids.
    const reading = dryRun ? undefined : readForFacts(this.log, batchOf(byReservation(lines)), this.existing);
    reading?.catch(() => undefined);
    const usedBefore = await this.reservationsOf(
      integratorId,
      lines.map(({ fact }) => fact.data.eventId),
    );
    const { accepted, release } = this.reserveIds(lines, usedBefore, outcomes, dryRun);
    try {
      const groups = byReservation(accepted);
      if (groups.size === 0) return outcomes;
      const recorded = dryRun
        ? await dryRunRentalFacts(this.log, batchOf(groups), dryRun, anyReservation)
        : await recordRentalFacts(this.log, batchOf(groups), context, { anyReservation, read: await reading });
      for (const [reservationNo, outcome] of recorded) {
        groups.get(reservationNo)?.forEach(({ index, fact }, n) => {
          outcomes[index] = outcomeOf(fact.data.eventId, outcome.results[n] as FactResult, outcome);
        });
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    } finally {
      release();
    }
    return outcomes;
  }

  /**
   * Refuses event ids of other reservations, and remembers the rest while in progress, so that no concurrent call of
   * this process uses them for another one. Another process may until the read model has them; I4 holds within a
   * reservation. `release` remembers recorded ids; the others may be sent again for the right reservation.
   */
  private reserveIds(
    lines: readonly Line[],
    usedBefore: ReadonlyMap<string, string>,
    outcomes: ItemOutcome[],
    dryRun: DryRun | undefined,
  ): { readonly accepted: readonly Line[]; release(): void } {
    const inProgress = dryRun?.inProgress ?? this.inProgress;
    const accepted = lines.filter(({ index, fact }) => {
      const { eventId, reservationNo } = fact.data;
      const key = keyOf(fact);
      const held = inProgress.get(key);
      const earlier = usedBefore.get(eventId) ?? this.recent.get(key) ?? held?.reservationNo;
      if (earlier === undefined ? dryRun?.isForAnotherReservation(eventId, reservationNo) : earlier !== reservationNo) {
        outcomes[index] = { eventId, result: 'conflict', errors: [OTHER_RESERVATION] };
        return false;
      }
      inProgress.set(key, { reservationNo, holders: (held?.holders ?? 0) + 1 });
      return true;
    });
    const release = () => {
      for (const { index, fact } of accepted) {
        const key = keyOf(fact);
        const { reservationNo, holders } = inProgress.get(key) as IdInProgress;
        if (holders === 1) inProgress.delete(key);
        else inProgress.set(key, { reservationNo, holders: holders - 1 });
        const { result } = outcomes[index] as ItemOutcome;
        if (result !== 'recorded' && result !== 'duplicate') continue;
        if (dryRun) dryRun.keepId(fact);
        else this.recent.set(key, reservationNo);
      }
      while (this.recent.size > MAX_CACHED_EVENT_IDS) this.recent.delete(this.recent.keys().next().value as string);
    };
    return { accepted, release };
  }
}

/** A recorder that looks up earlier event ids and reservations in the read models. */
export const rentalEventRecorder = ({ log, db }: { log: EventLog; db: Pool }): RentalEventRecorder =>
  new RentalEventRecorder(
    log,
    (integratorId, eventIds) => reservationsOfEvents(db, integratorId, eventIds),
    (reservationNos) => existingReservations(db, reservationNos),
  );
