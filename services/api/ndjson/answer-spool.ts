import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { drained } from '../http/send-pieces.ts';

const CHUNK = 256 * 1024;

/** Bytes of answers that may wait on disk together: those of a process, and within it those of one sender. */
export class SpoolRoom {
  private kept = 0;

  constructor(
    private readonly most: number,
    private readonly within?: SpoolRoom,
  ) {}

  /** Takes room for so many bytes; false where there is not enough of it. */
  take(bytes: number): boolean {
    if (this.kept + bytes > this.most || this.within?.take(bytes) === false) return false;
    this.kept += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.kept -= bytes;
    this.within?.giveBack(bytes);
  }
}

/** Where the answers of one call may wait. */
export interface SpoolLimits {
  readonly room: SpoolRoom;
  /** Most bytes of this call that may wait now. */
  most(): number;
}

/**
 * Answers of a client that may read nothing before it has sent everything: while the connection takes them they go
 * straight out, otherwise they wait in a file, not in memory and not by blocking the reading. The file has no name on disk while it is in use, so nothing is left behind by a crash. Where it cannot be
 * made or takes no more (the disk is full, or a limit is reached), further answers wait in memory: the writer checks
 * `hasRoom` and begins nothing new that has to be answered.
 */
export class AnswerSpool {
  private file: FileHandle | undefined;
  private written = 0;
  private sent = 0;
  private reserved = 0;
  private pumping: Promise<void> | undefined;
  private broken = false;
  /** Behind what is in the file. */
  private readonly rest: Buffer[] = [];
  /** False once no more answers may wait on the disk, whatever the reason. */
  hasRoom = true;

  constructor(
    private readonly out: Writable,
    private readonly limits?: SpoolLimits,
  ) {
    out.once('close', () => {
      this.broken = !out.writableFinished;
    });
  }

  /** Takes text to be answered; resolves when it is on its way or waits. */
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
      // What waits in the file cannot be read: an answer that lacks a piece must not look whole.
      this.broken = true;
      this.out.destroy(error);
    });
  }

  /** Writes as much as the disk takes; gives how many bytes that were. */
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
        // A disk that is nearly full takes a part of it.
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

  /** Gives back the disk's room once everything in the file was sent. */
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

  /** Sends what still waits, then ends the answer. */
  async end(): Promise<void> {
    await this.pumping;
    await this.close();
    if (!this.broken) this.out.end();
  }

  /** Gives the disk's room back; answers that still wait are dropped. */
  async close(): Promise<void> {
    this.broken ||= this.pumping !== undefined;
    await this.pumping;
    await this.file?.close();
    this.file = undefined;
    this.release();
  }

  private async pump(): Promise<void> {
    // Its end must not come before whoever began it holds it.
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
