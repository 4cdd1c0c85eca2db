import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';

/** Maximum accepted line length in bytes. A longer line gets its own error, and its text is dropped as it arrives. */
const MAX_LINE = 64 * 1024;
const BATCH_LINES = 1000;
/** Number of bytes at which a batch ends early: several times the size of a thousand rental events. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** A slow sender gets its answers after this pause, in milliseconds. */
const PAUSE_MS = 25;

export type Line =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: 'The line is too long.' | 'The line is not UTF-8.' };

/** Bytes that are not UTF-8 are refused: decoding would replace them, and different lines would become equal. */
function decoded(latin1: string): Line {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? { ok: true, text: bytes.toString() } : { ok: false, message: 'The line is not UTF-8.' };
}

/**
 * Batches of at most a thousand lines or about four megabytes, without blank lines; a batch ends early when the sender
 * pauses. Text after the last newline is a line too, even if the connection broke within it; then `onCut` is called.
 * When `stopping` aborts, the lines so far follow at once, even if there are none; then the rest.
 */
export async function* lineBatches(
  body: Readable,
  onCut: (error: Error) => void,
  stopping?: AbortSignal,
): AsyncGenerator<Line[]> {
  // One character per byte, so that a line is decoded as a whole.
  let partial = '';
  let dropping = false;
  let batch: Line[] = [];
  let bytes = 0;

  const push = (line: string): void => {
    if (dropping || line.length > MAX_LINE) batch.push({ ok: false, message: 'The line is too long.' });
    else if (line.trim() !== '') {
      batch.push(decoded(line));
      bytes += line.length;
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
  let signal = stopping;
  for (;;) {
    next ??= chunks.next();
    const waited = await firstOf(next, batch.length > 0, signal);
    if (waited === 'pause' || waited === 'stop') {
      if (waited === 'stop') signal = undefined;
      yield batch;
      batch = [];
      bytes = 0;
      continue;
    }
    next = undefined;
    if (waited instanceof Error) onCut(waited);
    if (waited instanceof Error || waited.done) break;
    take(waited.value.toString('latin1'));
    while (batch.length >= BATCH_LINES || bytes >= BATCH_BYTES) {
      yield batch.slice(0, BATCH_LINES);
      batch = batch.slice(BATCH_LINES);
      bytes = 0;
    }
  }
  if (partial !== '' || dropping) push(partial);
  if (batch.length > 0) yield batch;
}

/** The next chunk, or the error instead of it, unless a pause of the sender (if `pauses`) or the signal is earlier. */
function firstOf<T>(next: Promise<T>, pauses: boolean, stopping?: AbortSignal): Promise<T | Error | 'pause' | 'stop'> {
  return new Promise((resolve) => {
    const stop = (): void => end('stop');
    const timer = pauses ? setTimeout(() => end('pause'), PAUSE_MS) : undefined;
    const end = (first: T | Error | 'pause' | 'stop'): void => {
      clearTimeout(timer);
      stopping?.removeEventListener('abort', stop);
      resolve(first);
    };
    stopping?.addEventListener('abort', stop);
    if (stopping?.aborted) stop();
    next.then(end, end);
  });
}
