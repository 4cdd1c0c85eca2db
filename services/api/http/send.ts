import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Answer } from './route.ts';

/** Header with the log position of a write. */
export const POSITION = 'X-Position';

const zip = promisify(gzip);
const MIN_COMPRESSED_BYTES = 2_048;

/** Sets `X-Position` after a write, and compresses long answers if the client accepts that. */
export async function send(request: Request, response: Response, answer: Answer, status: number): Promise<void> {
  if (answer.position) response.set(POSITION, answer.position);
  if (answer.headers) response.set(answer.headers);
  response.status(answer.status ?? status);
  if (answer.body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(answer.body);
  response.set('Content-Type', 'application/json; charset=utf-8').vary('Accept-Encoding');
  if (text.length < MIN_COMPRESSED_BYTES || !request.acceptsEncodings('gzip')) {
    response.send(text);
    return;
  }
  response.set('Content-Encoding', 'gzip').send(await zip(text, { level: 5 }));
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  ndjson: 'application/x-ndjson',
  mjs: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/** Sends a file for download at the reader's pace. The extension of its name gives the content type. */
export async function sendFile(
  response: Response,
  name: string,
  content: string | Buffer | AsyncIterable<string | Buffer>,
  type = TYPES[name.slice(name.lastIndexOf('.') + 1)],
): Promise<undefined> {
  response.status(200).set({
    'Content-Type': type ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  if (typeof content === 'string' || Buffer.isBuffer(content)) response.end(content);
  else await sendPieces(response, content);
  return undefined;
}

/**
 * Streams pieces at the reader's pace. A disconnected reader ends them, which releases their transaction. An error
 * before the first piece becomes an error answer; after it the connection breaks, so that the client sees that the
 * answer is incomplete.
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
