import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Answer } from './route.ts';

const zip = promisify(gzip);
const WORTH_ZIPPING = 2_048;

/** Writes an answer as JSON: `X-Position` where something was written, compressed where it is long and the caller takes it. */
export async function send(request: Request, response: Response, answer: Answer, status: number): Promise<void> {
  if (answer.position) response.set('X-Position', answer.position);
  if (answer.headers) response.set(answer.headers);
  // What is about one person is nobody else's, and is true for now only.
  if (!response.get('Cache-Control')) response.set('Cache-Control', 'no-store');
  response.status(answer.status ?? status);
  if (answer.body === undefined) {
    response.end();
    return;
  }
  const text = JSON.stringify(answer.body);
  response.set('Content-Type', 'application/json; charset=utf-8').vary('Accept-Encoding');
  if (text.length < WORTH_ZIPPING || !request.acceptsEncodings('gzip')) {
    response.send(text);
    return;
  }
  response.set('Content-Encoding', 'gzip').send(await zip(text, { level: 5 }));
}
