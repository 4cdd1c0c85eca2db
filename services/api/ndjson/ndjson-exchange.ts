import type { ItemOutcome } from '@fynbos/application/rentals/record-rental-events.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { allowBodyTime, closeAfterAnswer, FILE_MS } from '../http/body.ts';
import { HttpRefusal } from '../http/problem.ts';
import { AnswerSpool, SpoolRoom } from './answer-spool.ts';
import { unpacked } from './body.ts';
import { type Line, lineBatches } from './lines.ts';

export type LineAnswer = Pick<ItemOutcome, 'result' | 'position'>;

export const exchangeSummary = z.object({
  received: z.int(),
  recorded: z.int(),
  duplicate: z.int(),
  conflict: z.int(),
  rejected: z.int(),
  unavailable: z.int(),
  /** Greatest position of the recorded events. */
  position: z.string().nullable(),
});
export type Summary = z.output<typeof exchangeSummary>;

/**
 * Answers in order. One batch may be requested while the previous one runs. `before` resolves when that is answered and
 * rejects when it failed; work that depends on earlier lines waits for it.
 */
export type AnswerLines = (values: readonly ParsedLine[], before: Promise<void>) => Promise<readonly LineAnswer[]>;

/** A line's JSON value, or the reason why it has none. */
export type ParsedLine =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

const NO_ROOM =
  'The server cannot store more answers. Lines without an answer were not processed: send them again later, or read the answers while sending.';

const TOO_MANY_REJECTED =
  'Too many lines were rejected. Lines without an answer were not processed: correct them and send them again.';

const STOPPING = 'The server is restarting. Lines without an answer were not processed: send them again.';
/** Rejected lines after which a call ends: such a sender makes the same mistake in each line. */
const MAX_REJECTED = 50_000;

/** Maximum bytes of answers that may wait on disk: of all senders, and of one. */
const ROOM_OF_PROCESS = 2 * 1024 * 1024 * 1024;
const ROOM_OF_SENDER = 512 * 1024 * 1024;
/** Bytes that one call may buffer: this number in any case, and more for each byte received from the network. */
const FREE_BYTES = 16 * 1024 * 1024;
const BYTES_FOR_BYTE = 10;

const roomOfProcess = new SpoolRoom(ROOM_OF_PROCESS);
const rooms = new Map<string, { readonly room: SpoolRoom; calls: number }>();

/** Returns the room that all running calls of a sender share. */
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
  if (!line.ok) return line;
  try {
    return { ok: true, value: JSON.parse(line.text) };
  } catch {
    return { ok: false, message: 'The line is not JSON.' };
  }
}

/** The answers of one exchange: sent line by line, and counted. */
class Answers {
  readonly summary: Summary = {
    received: 0,
    recorded: 0,
    duplicate: 0,
    conflict: 0,
    rejected: 0,
    unavailable: 0,
    position: null,
  };

  constructor(
    private readonly spool: AnswerSpool,
    private readonly answer: AnswerLines,
  ) {}

  /** Answers a batch once the previous one is answered. */
  async add(values: readonly ParsedLine[], before: Promise<void>): Promise<void> {
    const answers = await this.answer(values, before);
    await before;
    const { summary } = this;
    let text = '';
    for (const each of answers) {
      text += `{"index":${summary.received++},${JSON.stringify(each).slice(1)}\n`;
      summary[each.result]++;
      if (each.position !== undefined && (summary.position === null || each.position > summary.position))
        summary.position = each.position;
    }
    await this.spool.write(text);
  }

  /** Sends the last line; `error` says why there are no more. */
  addSummary(error?: string): Promise<void> {
    const { summary } = this;
    return this.spool.write(`${JSON.stringify(error === undefined ? { summary } : { summary, error })}\n`);
  }

  /** Returns a reason to accept no more lines, or null. */
  get full(): string | null {
    if (!this.spool.hasRoom) return NO_ROOM;
    return this.summary.rejected >= MAX_REJECTED ? TOO_MANY_REJECTED : null;
  }
}

/** Limits of an NDJSON exchange. */
interface ExchangeLimits {
  /** The sender. All answers to one sender share room on disk. */
  readonly sender: string;
  /** Returns a reason to accept no more lines, or null. Called before each batch. */
  endReason?(): string | null | Promise<string | null>;
  /** Aborted when the process ends: then no further line is accepted, and the connection is closed. */
  readonly stopping?: AbortSignal;
}

/**
 * NDJSON of any length, an answer per line (I1), then the summary, with 200. The next batch is read while the previous
 * one is recorded. Unread answers wait on disk; without room, or with too many rejected lines, no further line is
 * accepted, and the last line says so (docs/decisions/0028). A disconnected client ends the work.
 */
export async function exchangeLines(
  request: Request,
  response: Response,
  answer: AnswerLines,
  { sender, endReason = () => null, stopping }: ExchangeLimits,
): Promise<Summary> {
  const body = unpacked(request);
  allowBodyTime(request, response, null);
  response.status(200).type('application/x-ndjson');
  // Answers are sent while the request is still arriving.
  response.flushHeaders();
  const { room, leave } = roomOf(sender);
  const { socket } = request;
  const before = socket.bytesRead;
  const most = () => FREE_BYTES + BYTES_FOR_BYTE * (socket.bytesRead - before);
  const spool = new AnswerSpool(response, { room, most });
  const answers = new Answers(spool, answer);
  let cut: string | undefined;
  let isEnded = false;
  let last: Promise<void> = Promise.resolve();
  let lastButOne = last;
  try {
    const onCut = (error: Error): void => {
      cut = error instanceof HttpRefusal ? error.message : 'The request ended here unexpectedly.';
    };
    for await (const lines of lineBatches(body, onCut, stopping)) {
      // Further input is read and dropped, because the client may read nothing before it has sent everything.
      if (isEnded) continue;
      await lastButOne;
      const reason = response.destroyed ? null : (answers.full ?? (stopping?.aborted ? STOPPING : await endReason()));
      if (response.destroyed || reason !== null) {
        isEnded = true;
        if (body !== request) body.destroy();
        allowBodyTime(request, response, FILE_MS);
        if (reason !== null) {
          // Sent at once, because a stream may stay open for ever, but after the answers that are still due.
          await last;
          await answers.addSummary(reason);
          // Not awaited, because the client may read only while this loop reads on.
          if (reason === STOPPING)
            spool.end().then(
              () => closeAfterAnswer(socket),
              () => undefined,
            );
        }
        continue;
      }
      lastButOne = last;
      last = answers.add(lines.map(parseLine), last);
      // A failure is reported when it is awaited. Without this handler it would count as unhandled until then.
      last.catch(() => undefined);
    }
    await last;
    if (!isEnded) await answers.addSummary(cut);
    await spool.end();
    return answers.summary;
  } finally {
    await spool.close();
    leave();
  }
}
