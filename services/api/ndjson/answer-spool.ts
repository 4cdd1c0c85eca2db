import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { drained } from '../http/send-pieces.ts';

const CHUNK = 256 * 1024;

/**
 * Answers of a client that may read nothing before it has sent everything: while the connection takes them they go
 * straight out, otherwise they wait in a file, not in memory and not by blocking the reading (edges.md, Held together
 * under faults). The file has no name on disk while it is in use, so nothing is left behind by a crash. Where it cannot be
 * made or takes no more, a full disk say, what still comes waits in memory: whoever writes here looks at `hasRoom` and
 * begins nothing new that has to be answered.
 */
export class AnswerSpool {
  private file: FileHandle | undefined;
  private written = 0;
  private sent = 0;
  private pumping: Promise<void> | undefined;
  private broken = false;
  /** Behind what is in the file. */
  private readonly rest: Buffer[] = [];
  /** False once the disk takes no more answers, whatever the reason. */
  hasRoom = true;

  constructor(private readonly out: Writable) {
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

  /** Sends what still waits, then ends the answer. */
  async end(): Promise<void> {
    await this.pumping;
    await this.file?.close();
    if (!this.broken) this.out.end();
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
