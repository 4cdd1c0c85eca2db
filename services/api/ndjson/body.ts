import { type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Request } from 'express';
import { HttpRefusal } from '../http/problem.ts';

/** From how many unpacked bytes on a body must not be more than `MOST_TIMES` its packed size. */
const FREE_BYTES = 256 * 1024;
const MOST_TIMES = 100;

/** The body unpacked. Throws 415 for an encoding other than gzip; a body that swells like a bomb breaks off with 413. */
export function unpacked(request: Request): Readable {
  const encoding = (request.get('content-encoding') ?? 'identity').toLowerCase();
  if (encoding === 'identity') return request;
  if (encoding !== 'gzip')
    throw new HttpRefusal(415, 'encoding', 'Send the body plain or with Content-Encoding: gzip.');
  let packedBytes = 0;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    packedBytes += chunk.length;
  });
  const gunzip = createGunzip();
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const isBomb = bytes > FREE_BYTES && bytes > packedBytes * MOST_TIMES;
      done(
        isBomb ? new HttpRefusal(413, 'too-large', 'The unpacked body is too large for its packed size.') : null,
        chunk,
      );
    },
  });
  request.once('aborted', () => gunzip.destroy(new Error('aborted')));
  gunzip.once('error', (error) => guard.destroy(error));
  guard.once('close', () => {
    gunzip.destroy();
    // What still comes in is read and dropped: the connection lives, and the answer reaches who sent it.
    request.unpipe(gunzip);
    request.resume();
  });
  request.pipe(gunzip).pipe(guard);
  return guard;
}

/**
 * The body unpacked, at most `limit` bytes of it; 413 beyond. Unlike the request itself it can be destroyed, by a pipeline
 * that fails, without the connection: the rest is read and dropped, and the answer reaches the sender.
 */
export async function* bodyOf(request: Request, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of unpacked(request).iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limit) throw new HttpRefusal(413, 'too-large', 'The request is too large.');
      yield chunk;
    }
  } finally {
    request.resume();
  }
}

/** A whole body as text, at most `limit` bytes unpacked. Throws 413 beyond it, 400 where it cannot be unpacked. */
export async function wholeBody(request: Request, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of bodyOf(request, limit)) chunks.push(chunk);
  } catch (error) {
    throw error instanceof HttpRefusal ? error : new HttpRefusal(400, 'unreadable', 'The request could not be read.');
  }
  return Buffer.concat(chunks).toString('utf8');
}
