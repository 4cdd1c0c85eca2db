import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import type { FactResult } from '@fynbos/domain/rental/rental.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { KeyedQueue } from '@fynbos/platform/keyed-queue.ts';
import { existingReservations } from '@fynbos/projections/incentives/queries.ts';
import { reservationsOfEvents } from '@fynbos/projections/rental-events/queries.ts';
import { z } from 'zod';
import type { Stores } from '../services.ts';
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

/** How often lines are postponed before the conflict of their ids is answered: bounds the work of one call. */
const MAX_ROUNDS = 10;

interface Round {
  readonly sender: Sender;
  readonly context: CommandContext;
  readonly dryRun: DryRun | undefined;
  readonly isLast: boolean;
}

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
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly log: EventLog,
    private readonly reservationsOf: KnownReservations,
    private readonly existing?: ExistingReservations,
  ) {}

  /** The outcome of each item, in order. With `dryRun` nothing is recorded (I5). */
  async record(
    items: readonly SentItem[],
    sender: Sender,
    context: CommandContext,
    dryRun?: DryRun,
  ): Promise<ItemOutcome[]> {
    const outcomes = items.map(
      (item): ItemOutcome =>
        item.ok
          ? { eventId: item.fact.data.eventId, result: 'unavailable' }
          : { eventId: item.eventId, result: 'rejected', errors: item.errors },
    );
    let lines: readonly Line[] = items.flatMap((item, index) => (item.ok ? [{ index, fact: item.fact }] : []));
    for (let round = 1; lines.length > 0; round++)
      lines = await this.recordLines(lines, outcomes, { sender, context, dryRun, isLast: round === MAX_ROUNDS });
    return outcomes;
  }

  /** Sets the outcomes of lines, except of those that it returns: they are decided after the others. */
  private async recordLines(lines: readonly Line[], outcomes: ItemOutcome[], round: Round): Promise<readonly Line[]> {
    const { sender, dryRun } = round;
    // Most calls have no refused ids, so the streams are read during the look-up of event ids.
    const reading = dryRun ? undefined : readForFacts(this.log, batchOf(byReservation(lines)), this.existing);
    reading?.catch(() => undefined);
    const usedBefore = await this.reservationsOf(
      sender.integratorId,
      lines.map(({ fact }) => fact.data.eventId),
    );
    const { accepted, postponed, release } = this.reserveIds(lines, usedBefore, outcomes, round);
    try {
      const groups = byReservation(accepted);
      const recorded = dryRun
        ? await dryRunRentalFacts(this.log, batchOf(groups), dryRun, sender.anyReservation)
        : await this.recordInTurn(groups, round, reading);
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
    return postponed;
  }

  /**
   * Records one call at a time for a reservation: calls of this process never contend. Only the reservations that
   * another call has are waited for. What was read before that wait is outdated, and read again.
   */
  private async recordInTurn(
    groups: ReadonlyMap<string, readonly Line[]>,
    { sender: { anyReservation }, context }: Round,
    reading: ReturnType<typeof readForFacts> | undefined,
  ): Promise<ReadonlyMap<string, RentalOutcome>> {
    const parts = Map.groupBy(batchOf(groups), ({ reservationNo }) => this.queue.isBusy(reservationNo));
    const settled = await Promise.allSettled(
      [...parts].map(([waits, batch]) =>
        this.queue.run(
          batch.map(({ reservationNo }) => reservationNo),
          async () => {
            const read = waits ? undefined : await reading;
            return recordRentalFacts(this.log, batch, context, { anyReservation, read });
          },
        ),
      ),
    );
    const failed = settled.find((part) => part.status === 'rejected' && !(part.reason instanceof StoreUnavailable));
    if (failed?.status === 'rejected') throw failed.reason;
    const recorded = settled.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []));
    return new Map(recorded.flatMap((outcomes) => [...outcomes]));
  }

  /**
   * Refuses event ids of other reservations, and remembers the rest while in progress, so that no concurrent call of
   * this process uses them for another one. Another process may until the read model has them; I4 holds within a
   * reservation. `release` remembers recorded ids; the others may be sent again for the right reservation.
   * `postponed`: lines with an id that an earlier line has for another reservation, which may yet be refused, and the
   * lines after them of the same reservation.
   */
  private reserveIds(
    lines: readonly Line[],
    usedBefore: ReadonlyMap<string, string>,
    outcomes: ItemOutcome[],
    { dryRun, isLast }: Round,
  ): { readonly accepted: readonly Line[]; readonly postponed: readonly Line[]; release(): void } {
    const inProgress = dryRun?.inProgress ?? this.inProgress;
    const accepted: Line[] = [];
    const postponed: Line[] = [];
    const ofEarlierLines = new Set<string>();
    const waiting = new Set<string>();
    for (const line of lines) {
      const { index, fact } = line;
      const { eventId, reservationNo } = fact.data;
      const key = keyOf(fact);
      const held = inProgress.get(key);
      const recorded = usedBefore.get(eventId) ?? this.recent.get(key);
      const earlier = recorded ?? held?.reservationNo;
      const isTaken =
        earlier === undefined ? dryRun?.isForAnotherReservation(eventId, reservationNo) : earlier !== reservationNo;
      const mayBecomeFree = isTaken && recorded === undefined && ofEarlierLines.has(key);
      if (!isLast && (mayBecomeFree || waiting.has(reservationNo))) {
        waiting.add(reservationNo);
        postponed.push(line);
      } else if (isTaken) {
        outcomes[index] = { eventId, result: 'conflict', errors: [OTHER_RESERVATION] };
      } else {
        inProgress.set(key, { reservationNo, holders: (held?.holders ?? 0) + 1 });
        ofEarlierLines.add(key);
        accepted.push(line);
      }
    }
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
    return { accepted, postponed, release };
  }
}

/** A recorder that looks up earlier event ids and reservations in the read models. */
export const rentalEventRecorder = ({ log, db }: Stores): RentalEventRecorder =>
  new RentalEventRecorder(
    log,
    (integratorId, eventIds) => reservationsOfEvents(db, integratorId, eventIds),
    (reservationNos) => existingReservations(db, reservationNos),
  );
