import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/**
 * Maximum accepted line length in characters. A longer line gets its own error, and its text is dropped as it arrives.
 */
const MAX_LINE = 64 * 1024;
const BATCH_LINES = 1000;
/** Number of characters at which a batch ends early: several times the size of a thousand rental events. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
/** A slow sender gets its answers after this pause, in milliseconds. */
const PAUSE_MS = 25;

export interface Line {
  readonly text: string;
  readonly tooLong: boolean;
}

/**
 * Yields the lines of an NDJSON body in batches of at most a thousand lines or about four million characters, without
 * blank lines. Memory is bounded by one batch and the longest line. A batch ends early when the sender pauses. Text
 * after the last newline is a line too, even if the connection broke within it; then `onCut` is called.
 */
export async function* lineBatches(body: Readable, onCut: (error: Error) => void): AsyncGenerator<Line[]> {
  const decoder = new StringDecoder('utf8');
  let partial = '';
  let dropping = false;
  let batch: Line[] = [];
  let characters = 0;

  const push = (text: string): void => {
    if (dropping || text.length > MAX_LINE) batch.push({ text: '', tooLong: true });
    else if (text.trim() !== '') {
      batch.push({ text, tooLong: false });
      characters += text.length;
    }
    dropping = false;
  };
  const take = (chunk: string): void => {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      push(partial + chunk.slice(start, end));
      partial = '';
      start = end + 1;
    }
    partial += chunk.slice(start);
    if (partial.length > MAX_LINE) {
      dropping = true;
      partial = '';
    }
  };

  const chunks = body[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<Buffer>> | undefined;
  for (;;) {
    next ??= chunks.next();
    const waited = batch.length > 0 ? await orPause(next) : await settle(next);
    if (waited === 'pause') {
      yield batch;
      batch = [];
      characters = 0;
      continue;
    }
    next = undefined;
    if (waited instanceof Error) onCut(waited);
    if (waited instanceof Error || waited.done) break;
    take(decoder.write(waited.value));
    while (batch.length >= BATCH_LINES || characters >= BATCH_CHARACTERS) {
      yield batch.slice(0, BATCH_LINES);
      batch = batch.slice(BATCH_LINES);
      characters = 0;
    }
  }
  partial += decoder.end();
  if (partial !== '' || dropping) push(partial);
  if (batch.length > 0) yield batch;
}

const settle = <T>(promise: Promise<T>): Promise<T | Error> => promise.catch((error: Error) => error);

async function orPause<T>(promise: Promise<T>): Promise<T | Error | 'pause'> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<'pause'>((resolve) => {
    timer = setTimeout(() => resolve('pause'), PAUSE_MS);
  });
  const first = await Promise.race([settle(promise), pause]);
  clearTimeout(timer);
  return first;
}
