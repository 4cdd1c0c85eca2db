import pg from 'pg';
import type { EventMetadata, Position, RecordedEvent } from '../port.ts';
import { positionOf } from './position.ts';

/** Length of the COPY binary header: a signature of eleven bytes, flags, and the length of the header extension. */
const HEADER_BYTES = 19;
/** Columns of a row, in the order of `eventstore.page`. */
const COLUMN_COUNT = 9;
/** The next page starts with the size of the last one, because growth allocates fresh memory. */
const MAX_REUSED_BUFFER_BYTES = 16 * 1024 * 1024;
let usualBytes = 256 * 1024;

/** Collects the output of COPY. It copies the driver's buffers, because the driver reuses them. */
class CopyOut extends pg.Query {
  bytes = Buffer.allocUnsafeSlow(usualBytes);
  length = 0;

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.length + chunk.length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + chunk.length));
      this.bytes.copy(larger, 0, 0, this.length);
      this.bytes = larger;
    }
    chunk.copy(this.bytes, this.length);
    this.length += chunk.length;
  }
}

/** Runs `copy (…) to stdout (format binary)` on a connection of the pool. Throws the errors of Postgres. */
async function copyOut(db: pg.Pool, select: string): Promise<Buffer> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      const copy: CopyOut = new CopyOut(`copy (${select}) to stdout (format binary)`, (error) =>
        error ? reject(error) : resolve(copy.bytes.subarray(0, copy.length)),
      );
      client.query(copy);
    });
    usualBytes = Math.min(MAX_REUSED_BUFFER_BYTES, Math.ceil(bytes.length * 1.1));
    return bytes;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** The beginning of the metadata text that the codec writes. */
const METADATA_START = /^\{"v":(\d{1,5}),"recordedAt":"(\d{4}-\d\d-\d\dT[\d:.]{12}Z)"/;
const METADATA_START_LENGTH = 52;

/** Parses the JSON at an offset in the bytes, after its length prefix. */
const jsonAt = (bytes: Buffer, at: number): unknown =>
  JSON.parse(bytes.toString('utf8', at + 4, at + 4 + bytes.readInt32BE(at)));

/** Metadata that returns version and time, which most folds need, without parsing the JSON. */
class RowMetadata implements EventMetadata {
  readonly v: number;
  readonly recordedAt: string;
  private parsed: EventMetadata | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly at: number,
  ) {
    const begin = METADATA_START.exec(bytes.toString('latin1', at + 4, at + 4 + METADATA_START_LENGTH));
    this.v = begin ? Number(begin[1]) : this.whole.v;
    this.recordedAt = begin?.[2] ?? this.whole.recordedAt;
  }

  private get whole(): EventMetadata {
    this.parsed ??= jsonAt(this.bytes, this.at) as EventMetadata;
    return this.parsed;
  }
  get actor() {
    return this.whole.actor;
  }
  get correlationId() {
    return this.whole.correlationId;
  }
  get causationId() {
    return this.whole.causationId;
  }
  get reason() {
    return this.whole.reason;
  }
  get sealedFrom() {
    return this.whole.sealedFrom;
  }
  get demo() {
    return this.whole.demo;
  }
  get hash() {
    return this.whole.hash;
  }
  get mac() {
    return this.whole.mac;
  }
}

/** Fields are decoded on demand: a fold over millions of events needs few of them. */
class RowEvent implements RecordedEvent {
  readonly streamId: string;
  readonly type: string;
  /** Offsets of the columns that are decoded later. Each has a length prefix. */
  private readonly streamEnd: number;
  private readonly dataAt: number;
  private readonly metadataAt: number;
  readonly end: number;
  private parsedData: object | undefined;
  private parsedMetadata: EventMetadata | undefined;

  constructor(
    private readonly bytes: Buffer,
    private readonly at: number,
  ) {
    const streamAt = at + 34;
    this.streamEnd = streamAt + 4 + bytes.readInt32BE(streamAt);
    this.streamId = bytes.toString('utf8', streamAt + 4, this.streamEnd);
    const typeAt = this.streamEnd + 28;
    this.dataAt = typeAt + 4 + bytes.readInt32BE(typeAt);
    this.type = bytes.toString('latin1', typeAt + 4, this.dataAt);
    this.metadataAt = this.dataAt + 4 + bytes.readInt32BE(this.dataAt);
    this.end = this.metadataAt + 4 + bytes.readInt32BE(this.metadataAt);
  }

  get position(): Position {
    const { bytes, at } = this;
    const epoch = String(bytes.readInt32BE(at + 6));
    return positionOf(epoch, String(bytes.readBigUInt64BE(at + 14)), String(bytes.readBigInt64BE(at + 26)));
  }

  get revision(): number {
    return this.bytes.readInt32BE(this.streamEnd + 4);
  }

  get id(): string {
    const hex = this.bytes.toString('hex', this.streamEnd + 12, this.streamEnd + 28);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  get data(): object {
    this.parsedData ??= jsonAt(this.bytes, this.dataAt) as object;
    return this.parsedData;
  }

  get metadata(): EventMetadata {
    this.parsedMetadata ??= new RowMetadata(this.bytes, this.metadataAt);
    return this.parsedMetadata;
  }
}

/** Half the time of text rows: binary COPY, and bytes until accessed. Throws the errors of Postgres. */
export async function copiedEvents(db: pg.Pool, select: string): Promise<RecordedEvent[]> {
  const bytes = await copyOut(db, select);
  const events: RecordedEvent[] = [];
  for (let at = HEADER_BYTES; bytes.readInt16BE(at) === COLUMN_COUNT; ) {
    const event = new RowEvent(bytes, at);
    events.push(event);
    at = event.end;
  }
  return events;
}
