import type { Writable } from 'node:stream';
import type { Response } from 'express';

/**
 * Writes an answer piece by piece, at the pace of who reads it, and ends it. A reader that goes away ends the pieces too,
 * so that what they hold (a session and its transaction) is given back. Throws what the pieces throw: before the first piece
 * that is still an answer, after it the connection breaks, so that the client sees that the answer is not whole.
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

/** Resolves when more may be written, or nothing more can be: after 'close' no 'drain' ever comes. */
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
