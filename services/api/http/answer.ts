import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Answer } from './route.ts';

const zip = promisify(gzip);
const WORTH_ZIPPING = 2_048;

/**
 * Writes an answer as JSON. Sets `X-Position` after a write, and compresses long answers if the client accepts that.
 */
export async function send(request: Request, response: Response, answer: Answer, status: number): Promise<void> {
  if (answer.position) response.set('X-Position', answer.position);
  if (answer.headers) response.set(answer.headers);
  // Personal data must not be cached for others, and is valid only now.
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
