import { createHash } from 'node:crypto';
import type { PretendedFacts, PretendedResult } from '@fynbos/application/rentals/rentals.ts';
import type { FactEvent } from '@fynbos/domain/rental/events.ts';

/** The room that dry runs share: the marks that they keep, and how many they may keep at most together. */
export interface DryRunRoom {
  readonly most: number;
  kept: number;
}

/**
 * Room for all dry runs of a process, two marks an invoice: at about 105 bytes each a fifth of the memory at which an
 * alert rings. Then a stream takes no more lines, and says so.
 */
const roomOfProcess: DryRunRoom = { most: 2_000_000, kept: 0 };
export const DRY_RUN_FULL =
  'A dry run keeps what its earlier lines said, and has room for no more. The lines that are not answered were not tried: send them as another dry run.';

/** So many bytes stand for a text of any length; of two different texts they are never the same in practice. */
const mark = (bytes: number, ...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest().subarray(0, bytes).toString('latin1');
const KEY_BYTES = 16;
const VALUE_BYTES = 10;

const idKey = (eventId: string): string => mark(KEY_BYTES, 'id', eventId);
const invoiceKey = ({ reservationNo, invoiceNo }: { reservationNo: string; invoiceNo: string }): string =>
  mark(KEY_BYTES, 'invoice', reservationNo, invoiceNo);

/**
 * What one sender's dry run would have recorded so far, as marks: which id was for which reservation and with which content,
 * and with which content an invoice came. More is not needed to answer its later lines, whose reservations are nobody else's.
 */
export class DryRun implements PretendedFacts {
  /** Reservations of the ids that are just being judged. */
  readonly underWay = new Map<string, string>();
  private readonly marks = new Map<string, string>();
  private ended = false;

  constructor(private readonly room = roomOfProcess) {}

  /** Whether there is no room for more lines: what others keep in the same room counts. */
  get isFull(): boolean {
    return this.room.kept >= this.room.most;
  }

  /** Whether an id was for another reservation. */
  isOfAnother(eventId: string, reservationNo: string): boolean {
    const known = this.marks.get(idKey(eventId));
    return known !== undefined && !known.startsWith(mark(VALUE_BYTES, reservationNo));
  }

  /** An id that is on record, or came with the content of an invoice that is: it is for that reservation alone. */
  keepId({ data: { eventId, reservationNo } }: FactEvent): void {
    const key = idKey(eventId);
    if (!this.marks.has(key)) this.set(key, mark(VALUE_BYTES, reservationNo));
  }

  byId({ data: { eventId, contentHash } }: FactEvent): PretendedResult | null {
    const content = this.marks.get(idKey(eventId))?.slice(VALUE_BYTES);
    return content ? resultOf(content, contentHash) : null;
  }

  byInvoice({ type, data }: FactEvent): PretendedResult | null {
    const content = type === 'InvoiceRecorded' ? this.marks.get(invoiceKey(data)) : undefined;
    return content === undefined ? null : resultOf(content, data.contentHash);
  }

  keep({ type, data }: FactEvent): void {
    const content = mark(VALUE_BYTES, data.contentHash);
    // Made at once, so that it is one short text and not two that are joined.
    const both = Buffer.from(mark(VALUE_BYTES, data.reservationNo) + content, 'latin1').toString('latin1');
    this.set(idKey(data.eventId), both);
    if (type === 'InvoiceRecorded') this.set(invoiceKey(data), content);
  }

  /** Gives its room back; it keeps nothing from then on. */
  end(): void {
    this.room.kept -= this.marks.size;
    this.marks.clear();
    this.ended = true;
  }

  private set(key: string, value: string): void {
    if (this.ended) return;
    const before = this.marks.size;
    this.marks.set(key, value);
    this.room.kept += this.marks.size - before;
  }
}

const resultOf = (content: string, contentHash: string): PretendedResult =>
  content === mark(VALUE_BYTES, contentHash) ? 'duplicate' : 'conflict';
