import { hash } from 'node:crypto';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';
import { type FactResult, factResult, rentalDecider, rentalStreamOf } from '@fynbos/domain/rental/rental.ts';
import type { Rental } from '@fynbos/domain/rental/state.ts';
import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { loadMany } from '../handle.ts';
import type { RentalFacts, RentalOutcome } from './record-rental-facts.ts';

/** Memory shared by dry runs, counted in digests. */
export interface DryRunBudget {
  readonly limit: number;
  used: number;
}

/** The budget of a process: two digests an invoice of about 105 bytes each, a fifth of the memory alert threshold. */
const processBudget: DryRunBudget = { limit: 2_000_000, used: 0 };
export const DRY_RUN_FULL =
  'The server has no memory left for this dry run. Lines without an answer were not checked: send them in another dry run.';

/** A digest of fixed length, so that memory does not depend on the length of the texts. */
const digest = (bytes: number, ...texts: readonly string[]): string =>
  hash('sha256', texts.join('\n'), 'buffer').subarray(0, bytes).toString('latin1');
const KEY_BYTES = 16;
const VALUE_BYTES = 10;

const idKey = (eventId: string): string => digest(KEY_BYTES, 'id', eventId);
const invoiceKey = ({ reservationNo, invoiceNo }: { reservationNo: string; invoiceNo: string }): string =>
  digest(KEY_BYTES, 'invoice', reservationNo, invoiceNo);

type RepeatResult = Extract<FactResult, 'duplicate' | 'conflict'>;

/** An event id of calls in progress. `holders`: the number of their items with it. */
export interface IdInProgress {
  readonly reservationNo: string;
  readonly holders: number;
}
export type IdsInProgress = Map<string, IdInProgress>;

/**
 * What one dry run would have recorded, so that later lines see earlier ones. Digests only: reservation and content of
 * each event id, content of each invoice.
 */
export class DryRun {
  readonly inProgress: IdsInProgress = new Map();
  private readonly digests = new Map<string, string>();
  private ended = false;

  constructor(private readonly budget = processBudget) {}

  /** Whether the shared budget is used up. */
  get isFull(): boolean {
    return this.budget.used >= this.budget.limit;
  }

  isForAnotherReservation(eventId: string, reservationNo: string): boolean {
    const earlier = this.digests.get(idKey(eventId));
    return earlier !== undefined && !earlier.startsWith(digest(VALUE_BYTES, reservationNo));
  }

  keepId({ data: { eventId, reservationNo } }: FactEvent): void {
    const key = idKey(eventId);
    if (!this.digests.has(key)) this.set(key, digest(VALUE_BYTES, reservationNo));
  }

  /** Against the recorded state and the earlier lines; the event id decides before the invoice number. */
  decide(state: Rental, fact: FactEvent, anyReservation: boolean): FactResult {
    const result = factResult(state, fact, anyReservation);
    if (result === 'foreign') return result;
    const repeat = this.byId(fact) ?? (result === 'recorded' ? this.byInvoice(fact) : result);
    if (repeat !== null) return repeat;
    this.keep(fact);
    return 'recorded';
  }

  keep({ type, data }: FactEvent): void {
    const content = digest(VALUE_BYTES, data.contentHash);
    // A flat string: a concatenated one would keep both halves in memory.
    const both = Buffer.from(digest(VALUE_BYTES, data.reservationNo) + content, 'latin1').toString('latin1');
    this.set(idKey(data.eventId), both);
    if (type === 'InvoiceRecorded') this.set(invoiceKey(data), content);
  }

  /** Returns its share of the budget and keeps nothing from now on. */
  end(): void {
    this.budget.used -= this.digests.size;
    this.digests.clear();
    this.ended = true;
  }

  private byId({ data: { eventId, contentHash } }: FactEvent): RepeatResult | null {
    const content = this.digests.get(idKey(eventId))?.slice(VALUE_BYTES);
    return content ? repeatResult(content, contentHash) : null;
  }

  private byInvoice({ type, data }: FactEvent): RepeatResult | null {
    const content = type === 'InvoiceRecorded' ? this.digests.get(invoiceKey(data)) : undefined;
    return content === undefined ? null : repeatResult(content, data.contentHash);
  }

  private set(key: string, value: string): void {
    if (this.ended) return;
    const before = this.digests.size;
    this.digests.set(key, value);
    this.budget.used += this.digests.size - before;
  }
}

const repeatResult = (content: string, contentHash: string): RepeatResult =>
  content === digest(VALUE_BYTES, contentHash) ? 'duplicate' : 'conflict';

/** Decides facts as `recordRentalFacts` would, in one round trip, and appends nothing. Throws `StoreUnavailable`. */
export async function dryRunRentalFacts(
  log: EventLog,
  batch: readonly RentalFacts[],
  dryRun: DryRun,
  anyReservation: boolean,
): Promise<ReadonlyMap<string, RentalOutcome>> {
  const streamIds = batch.map(({ reservationNo }) => rentalStreamOf(reservationNo));
  const loaded = await loadMany(log, rentalDecider, streamIds, { personal: false });
  return new Map(
    batch.map(({ reservationNo, facts }) => {
      const state = loaded.get(rentalStreamOf(reservationNo))?.state ?? rentalDecider.initial;
      const results = facts.map((fact) => dryRun.decide(state, fact, anyReservation));
      return [reservationNo, { results, position: undefined, state }];
    }),
  );
}
