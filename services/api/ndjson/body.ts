import { type Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Request } from 'express';
import { HttpRefusal } from '../http/problem.ts';

/** Above this number of unpacked bytes, a body must not exceed `MAX_RATIO` its packed size. */
const FREE_BYTES = 256 * 1024;
const MAX_RATIO = 100;

/** Returns the unpacked body. Throws 415 for an encoding other than gzip. A decompression bomb is aborted with 413. */
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
      const isBomb = bytes > FREE_BYTES && bytes > packedBytes * MAX_RATIO;
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
    // Further input is read and dropped, so that the connection stays open and the answer reaches the sender.
    request.unpipe(gunzip);
    request.resume();
  });
  request.pipe(gunzip).pipe(guard);
  return guard;
}

/**
 * Throws 413 above `limit`. Unlike the request itself, a failing pipeline does not destroy the connection: the rest is
 * read and dropped, and the answer reaches the sender.
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

/** At most `limit` bytes unpacked. Throws 413 above it, 400 if it cannot be unpacked. */
export async function wholeFile(request: Request, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of bodyOf(request, limit)) chunks.push(chunk);
  } catch (error) {
    throw error instanceof HttpRefusal ? error : new HttpRefusal(400, 'unreadable', 'The request could not be read.');
  }
  return Buffer.concat(chunks);
}

export const wholeBody = async (request: Request, limit: number): Promise<string> =>
  (await wholeFile(request, limit)).toString('utf8');
