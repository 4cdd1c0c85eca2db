import type { Writable } from 'node:stream';
import type { Response } from 'express';

/**
 * Writes an answer in pieces, at the reader's pace, and ends it. If the reader disconnects, the pieces end too, so that
 * their session and transaction are released. Rethrows errors of the pieces: before the first piece they become an
 * error answer; after it the connection breaks, so that the client sees an incomplete answer.
 */
export async function sendPieces(
  response: Response,
  pieces: Iterable<string> | AsyncIterable<string | Buffer>,
): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

/** Resolves when more may be written, or when nothing more can be: no 'drain' follows 'close'. */
export function drained(out: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    if (out.destroyed) resolve();
    else out.on('drain', done).on('close', done);
  });
}
