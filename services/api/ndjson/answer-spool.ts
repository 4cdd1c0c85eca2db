import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { drained } from '../http/send.ts';

const CHUNK = 256 * 1024;

/** Limits the bytes of answers that may wait on disk: for a process, and within it for each sender. */
export class SpoolRoom {
  private bytesHeld = 0;

  constructor(
    private readonly most: number,
    private readonly within?: SpoolRoom,
  ) {}

  /** Reserves bytes. Returns false if there is not enough room. */
  take(bytes: number): boolean {
    if (this.bytesHeld + bytes > this.most || this.within?.take(bytes) === false) return false;
    this.bytesHeld += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.bytesHeld -= bytes;
    this.within?.giveBack(bytes);
  }
}

/** Where the answers of one call may be buffered. */
interface SpoolLimits {
  readonly room: SpoolRoom;
  /** Maximum number of bytes of this call that may wait now. */
  most(): number;
}

/**
 * Serves a client that may read nothing before it has sent everything. Answers that the connection does not accept wait
 * in a file without a name, so a crash leaves nothing. If it cannot be written (disk full, limit), answers wait in
 * memory: the writer checks `hasRoom` and starts nothing that needs an answer.
 */
export class AnswerSpool {
  private file: FileHandle | undefined;
  private written = 0;
  private sent = 0;
  private reserved = 0;
  private pumping: Promise<void> | undefined;
  private broken = false;
  /** Answers that follow those in the file. */
  private readonly rest: Buffer[] = [];
  /** False once no more answers may wait on disk, for any reason. */
  hasRoom = true;

  constructor(
    private readonly out: Writable,
    private readonly limits?: SpoolLimits,
  ) {
    out.once('close', () => {
      this.broken = !out.writableFinished;
    });
  }

  /** Accepts text for the answer. Resolves when the text is sent or buffered. */
  async write(text: string): Promise<void> {
    if (this.broken) return;
    if (this.pumping === undefined && !this.out.writableNeedDrain) {
      this.out.write(text);
      return;
    }
    const bytes = Buffer.from(text);
    const onDisk = this.hasRoom ? await this.toDisk(bytes) : 0;
    if (onDisk < bytes.length) this.rest.push(bytes.subarray(onDisk));
    this.pumping ??= this.pump().catch((error: Error) => {
      // The buffered answers cannot be read. An answer with a missing piece must not look complete.
      this.broken = true;
      this.out.destroy(error);
    });
  }

  /** Writes as much as the disk accepts. Returns the number of bytes written. */
  private async toDisk(bytes: Buffer): Promise<number> {
    let done = 0;
    try {
      if (this.pumping === undefined) await this.empty();
      if (!this.mayKeep(bytes.length)) {
        this.hasRoom = false;
        return 0;
      }
      this.file ??= await anonymousFile();
      while (done < bytes.length) {
        // A nearly full disk may accept only a part.
        const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.written);
        done += bytesWritten;
        this.written += bytesWritten;
      }
    } catch {
      this.hasRoom = false;
    }
    return done;
  }

  private mayKeep(bytes: number): boolean {
    if (!this.limits) return true;
    return this.written + bytes <= this.limits.most() && this.reserve(bytes);
  }

  private reserve(bytes: number): boolean {
    if (this.limits?.room.take(bytes) === false) return false;
    this.reserved += bytes;
    return true;
  }

  /** Releases the reserved disk room once everything in the file is sent. */
  private async empty(): Promise<void> {
    if (this.written === 0) return;
    await this.file?.truncate(0);
    this.written = 0;
    this.sent = 0;
    this.release();
  }

  private release(): void {
    this.limits?.room.giveBack(this.reserved);
    this.reserved = 0;
  }

  /** Sends the buffered answers, then ends the response. */
  async end(): Promise<void> {
    await this.pumping;
    await this.close();
    if (!this.broken) this.out.end();
  }

  /** Releases the reserved disk room. Drops answers that are still buffered. */
  async close(): Promise<void> {
    this.broken ||= this.pumping !== undefined;
    await this.pumping;
    await this.file?.close();
    this.file = undefined;
    this.release();
  }

  private async pump(): Promise<void> {
    // Waits one tick, so that the pump does not end before its caller has stored its promise in `pumping`.
    await Promise.resolve();
    const buffer = Buffer.allocUnsafe(CHUNK);
    while ((this.sent < this.written || this.rest.length > 0) && !this.broken) {
      if (this.out.writableNeedDrain) await drained(this.out);
      if (this.broken) break;
      if (this.sent === this.written) {
        this.out.write(this.rest.shift());
        continue;
      }
      const { bytesRead } = await (this.file as FileHandle).read(buffer, 0, CHUNK, this.sent);
      this.sent += bytesRead;
      this.out.write(Buffer.from(buffer.subarray(0, bytesRead)));
    }
    this.pumping = undefined;
  }
}

async function anonymousFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `answers-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
