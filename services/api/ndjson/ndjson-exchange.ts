import type { Request, Response } from 'express';
import { allowBodyTime, FILE_MS } from '../http/body-time.ts';
import { HttpRefusal } from '../http/problem.ts';
import { AnswerSpool, SpoolRoom } from './answer-spool.ts';
import { unpacked } from './body.ts';
import { type Line, lineBatches } from './lines.ts';

/** What is answered for one line, beside its index. */
export interface LineAnswer {
  readonly result: 'recorded' | 'duplicate' | 'conflict' | 'rejected' | 'unavailable';
  readonly position?: string;
}

export interface Summary {
  received: number;
  recorded: number;
  duplicate: number;
  conflict: number;
  rejected: number;
  unavailable: number;
  /** Greatest position of what was recorded. */
  position: string | null;
}

/**
 * Answers for a batch of lines, in their order. It is asked for while the batch before is still under way, one at most;
 * `before` resolves when that is answered, and rejects when it failed: whatever depends on earlier lines waits for it.
 */
export type AnswerLines = (values: readonly ParsedLine[], before: Promise<void>) => Promise<readonly LineAnswer[]>;

/** A line's JSON value, or why it has none. */
export type ParsedLine =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

const NO_ROOM =
  'The server has no room to keep more answers. The lines that are not answered were not taken: send them again later, or read the answers while sending.';

const TOO_MANY_REJECTED =
  'Too many lines were rejected. The lines that are not answered were not taken: correct them and send them again.';
/** Rejected lines after which a call ends: a sender with so many makes the same mistake in each. */
const MOST_REJECTED = 50_000;

/** Bytes of answers that may wait on disk: of all senders, and of one. */
const ROOM_OF_PROCESS = 2 * 1024 * 1024 * 1024;
const ROOM_OF_SENDER = 512 * 1024 * 1024;
/** Of one call: so many bytes whatever was sent, and further ones for each byte that came over the network. */
const FREE_BYTES = 16 * 1024 * 1024;
const BYTES_FOR_BYTE = 10;

const roomOfProcess = new SpoolRoom(ROOM_OF_PROCESS);
const rooms = new Map<string, { readonly room: SpoolRoom; calls: number }>();

/** The room that all calls of a sender share while any of them is under way. */
function roomOf(sender: string): { room: SpoolRoom; leave(): void } {
  const shared = rooms.get(sender) ?? { room: new SpoolRoom(ROOM_OF_SENDER, roomOfProcess), calls: 0 };
  shared.calls++;
  rooms.set(sender, shared);
  return {
    room: shared.room,
    leave() {
      if (--shared.calls === 0) rooms.delete(sender);
    },
  };
}

function parseLine(line: Line): ParsedLine {
  if (line.tooLong) return { ok: false, message: 'The line is too long.' };
  try {
    return { ok: true, value: JSON.parse(line.text) };
  } catch {
    return { ok: false, message: 'The line is not JSON.' };
  }
}

/** What limits a conversation. */
export interface ConversationLimits {
  /** Who sends: answers of one sender share room on the disk. */
  readonly sender: string;
  /** A reason to take no more lines, or null; asked before each batch. */
  noMore?(): string | null | Promise<string | null>;
}

/**
 * Reads NDJSON of any length and answers each line by itself, then the summary; 200. The next
 * batch is read and begun while the one before is being recorded. Answers to a client that does not read wait on disk. Where
 * they have no room, or too many lines were rejected, nothing more is taken, and the last line says so (docs/decisions/0028,
 * 0257). A client that hangs up ends the work.
 */
export async function exchangeLines(
  request: Request,
  response: Response,
  answer: AnswerLines,
  { sender, noMore = () => null }: ConversationLimits,
): Promise<Summary> {
  const body = unpacked(request);
  allowBodyTime(request, response, null);
  response.status(200).type('application/x-ndjson').set('Cache-Control', 'no-store');
  // Answers go out while the request is still coming in.
  response.flushHeaders();
  const { room, leave } = roomOf(sender);
  const { socket } = request;
  const before = socket.bytesRead;
  const most = () => FREE_BYTES + BYTES_FOR_BYTE * (socket.bytesRead - before);
  const spool = new AnswerSpool(response, { room, most });
  const summary: Summary = {
    received: 0,
    recorded: 0,
    duplicate: 0,
    conflict: 0,
    rejected: 0,
    unavailable: 0,
    position: null,
  };
  let cut: string | undefined;
  let isEnded = false;
  let last: Promise<void> = Promise.resolve();
  let lastButOne = last;
  /** Takes no more lines. What the client still sends is read and dropped: it may read nothing before it has sent all. */
  const stopReading = (): void => {
    isEnded = true;
    if (body !== request) body.destroy();
    allowBodyTime(request, response, FILE_MS);
  };
  try {
    for await (const lines of lineBatches(body, (error) => {
      cut = error instanceof HttpRefusal ? error.message : 'The request broke off here.';
    })) {
      if (isEnded) continue;
      await lastButOne;
      if (response.destroyed) {
        stopReading();
        continue;
      }
      const reason = await reasonToStop();
      if (reason !== null) {
        // Said at once, for a stream may stay open for ever, and once: lines are answered without a gap.
        stopReading();
        await last;
        await sum(reason);
        continue;
      }
      const values = lines.map(parseLine);
      lastButOne = last;
      last = record(values, last);
      // A failure shows when it is awaited; without this it would count as unhandled until then.
      last.catch(() => undefined);
    }
    await last;
    if (!isEnded) await sum(cut);
    await spool.end();
    return summary;
  } finally {
    await spool.close();
    leave();
  }

  async function reasonToStop(): Promise<string | null> {
    if (!spool.hasRoom) return NO_ROOM;
    return summary.rejected >= MOST_REJECTED ? TOO_MANY_REJECTED : noMore();
  }

  function sum(error?: string): Promise<void> {
    return spool.write(`${JSON.stringify(error === undefined ? { summary } : { summary, error })}\n`);
  }

  async function record(values: readonly ParsedLine[], before: Promise<void>): Promise<void> {
    const answers = await answer(values, before);
    await before;
    let text = '';
    for (const each of answers) {
      text += `{"index":${summary.received++},${JSON.stringify(each).slice(1)}\n`;
      summary[each.result]++;
      if (each.position !== undefined && (summary.position === null || each.position > summary.position)) {
        summary.position = each.position;
      }
    }
    await spool.write(text);
  }
}
