/** Reads protobuf fields: their number, and their value as a number or as a byte range. */
export class Fields {
  field = 0;
  value = 0;
  start = 0;
  end = 0;

  constructor(
    readonly bytes: Buffer,
    private at = 0,
    private readonly limit = bytes.length,
  ) {}

  /** Advances to the next field; returns false at the end. */
  next(): boolean {
    if (this.at >= this.limit) return false;
    const tag = this.varint();
    this.field = tag >>> 3;
    switch (tag & 7) {
      case 0:
        this.value = this.varint();
        return true;
      case 2: {
        const length = this.varint();
        this.start = this.at;
        this.at += length;
        this.end = this.at;
        return true;
      }
      case 1:
        this.at += 8;
        return true;
      case 5:
        this.at += 4;
        return true;
      default:
        throw new Error('the event store sent an unreadable message');
    }
  }

  within(): Fields {
    return new Fields(this.bytes, this.start, this.end);
  }

  text(): string {
    return this.bytes.toString('utf8', this.start, this.end);
  }

  /** Positions and revisions are below 2 to the 53rd. */
  private varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new Error('the event store sent an unreadable message');
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}

/** Number of bytes of a varint. Values are below 2 to the 53rd. */
function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
  return length;
}

/** A field of a message: its number and its value. Text and bytes are length-delimited; numbers are varints. */
export type Field = readonly [field: number, value: number | string | Uint8Array];

const lengthOf = (value: string | Uint8Array): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : value.length;

/** Encodes a message with field numbers below 16 in the given order. */
export function encode(fields: readonly Field[]): Buffer {
  let size = 0;
  for (const [, value] of fields) {
    if (typeof value === 'number') size += 1 + varintLength(value);
    else {
      const length = lengthOf(value);
      size += 1 + varintLength(length) + length;
    }
  }
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  const varint = (value: number): void => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) + 128;
    bytes[at++] = rest;
  };
  for (const [field, value] of fields) {
    if (typeof value === 'number') {
      bytes[at++] = field << 3;
      varint(value);
    } else {
      bytes[at++] = (field << 3) | 2;
      varint(lengthOf(value));
      if (typeof value === 'string') at += bytes.write(value, at);
      else {
        bytes.set(value, at);
        at += value.length;
      }
    }
  }
  return bytes;
}
