import type { Request, Response } from 'express';
import { HttpRefusal } from '../http/problem.ts';
import { AnswerSpool } from './answer-spool.ts';
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

function parseLine(line: Line): ParsedLine {
  if (line.tooLong) return { ok: false, message: 'The line is too long.' };
  try {
    return { ok: true, value: JSON.parse(line.text) };
  } catch {
    return { ok: false, message: 'The line is not JSON.' };
  }
}

/**
 * Reads NDJSON of any length and answers each line by itself, then the summary; 200 (wire.md, Rental events). The next
 * batch is read and begun while the one before is being recorded. Answers to a client that does not read wait on disk; where
 * that has no room, nothing more is taken, and the last line says so (docs/decisions/0151). `noMore` gives another reason to
 * take no more, or null; it is asked before each batch.
 */
export async function converse(
  request: Request,
  response: Response,
  answer: AnswerLines,
  noMore: () => string | null | Promise<string | null> = () => null,
): Promise<Summary> {
  const body = unpacked(request);
  response.status(200).type('application/x-ndjson').set('Cache-Control', 'no-store');
  // Answers go out while the request is still coming in.
  response.flushHeaders();
  const spool = new AnswerSpool(response);
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
  for await (const lines of lineBatches(body, (error) => {
    cut = error instanceof HttpRefusal ? error.message : 'The request broke off here.';
  })) {
    // Read to its end all the same: a client that sends everything first gets its answers only then.
    if (isEnded) continue;
    await lastButOne;
    const reason = spool.hasRoom ? await noMore() : NO_ROOM;
    if (reason !== null) {
      // Said at once, for a stream may stay open for ever, and once: lines are answered without a gap.
      isEnded = true;
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
