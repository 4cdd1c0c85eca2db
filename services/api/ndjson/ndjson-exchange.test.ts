import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSmallDisk, type SmallDisk } from '../../../tests/chaos/small-disk.ts';
import { type Listening, listen } from '../testing/listening.ts';
import { exchangeLines } from './ndjson-exchange.ts';

/** Number of answers that exceeds the socket buffers of both ends at that length (Linux: up to 38 MB). */
const LINES = 30_000;
const LONG = 'x'.repeat(1_400);
const usual = process.env.TMPDIR;

/** Answers of eleven kilobytes to lines of two bytes: more than may be buffered for the received bytes. */
const WIDE = 'x'.repeat(11_000);

let folder: string;
let disk: SmallDisk | null;
let server: Listening;
/** Number of accepted lines. */
let taken = 0;
let ended = false;
const stopping = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fynbos-no-room-'));
  disk = await openSmallDisk(path.join(folder, 'disk'), 1);
  const app = express();
  app.post('/', (request, response, next) => {
    exchangeLines(
      request,
      response,
      async (values) => {
        taken += values.length;
        return values.map(() => ({ result: 'recorded' as const, position: LONG }));
      },
      { sender: 'test' },
    ).catch(next);
  });
  app.post('/full', (request, response, next) => {
    let room = 2_000;
    const answer = async (values: readonly unknown[]) => {
      room -= values.length;
      taken += values.length;
      return values.map(() => ({ result: 'recorded' as const }));
    };
    // Room that becomes free again must not lead to a gap in the answered lines.
    const full = (): string | null => {
      if (room > 0) return null;
      room = 1_000;
      return 'Full.';
    };
    exchangeLines(request, response, answer, { sender: 'test', endReason: full }).catch(next);
  });
  app.post('/wide', (request, response, next) => {
    const answer = async (values: readonly unknown[]) => {
      taken += values.length;
      return values.map(() => ({ result: 'recorded' as const, position: WIDE }));
    };
    exchangeLines(request, response, answer, { sender: 'wide' }).catch(next);
  });
  app.post('/stopping', (request, response, next) => {
    const answer = async (values: readonly unknown[]) => values.map(() => ({ result: 'recorded' as const }));
    exchangeLines(request, response, answer, { sender: 'stopping', stopping: stopping.signal }).catch(next);
  });
  app.post('/slow', (request, response, next) => {
    const answer = async (values: readonly unknown[]) => {
      await sleep(20);
      taken += values.length;
      return values.map(() => ({ result: 'recorded' as const }));
    };
    exchangeLines(request, response, answer, { sender: 'slow' }).then(() => {
      ended = true;
    }, next);
  });
  server = await listen(app);
});
beforeEach(() => {
  taken = 0;
});
afterEach(() => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
});
afterAll(async () => {
  await server.close();
  await disk?.close();
  await rm(folder, { recursive: true });
});

/** Returns the answers that a client reads after it has sent everything. */
async function answersOf(
  lines: number,
  at = '/',
): Promise<{ answers: { index?: number }[]; last: { summary: object; error?: string } }> {
  const call = request(`${server.url}${at}`, { method: 'POST', headers: { 'content-type': 'application/x-ndjson' } });
  const answering = once(call, 'response') as Promise<[IncomingMessage]>;
  for (let n = 0; n < lines; n++) if (!call.write(`{"n":${n}}\n`)) await once(call, 'drain');
  call.end();
  const [response] = await answering;
  expect(response.statusCode).toBe(200);
  let text = '';
  for await (const part of response) text += part;
  const heard = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { answers: heard.slice(0, -1), last: heard.at(-1) };
}

async function expectEveryTakenLineAnswered(): Promise<void> {
  const { answers, last } = await answersOf(LINES);
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(LINES);
  expect(answers.map(({ index }) => index)).toEqual(Array.from({ length: taken }, (_, n) => n));
  expect(last.summary).toMatchObject({ received: taken, recorded: taken });
  expect(last.error).toContain('cannot store more answers');
}

test('a slow client gets answers only for processed lines when space runs out, and a note', async () => {
  process.env.TMPDIR = path.join(folder, 'not-there');
  await expectEveryTakenLineAnswered();
});

test('a full disk loses no answer and leaves no file, and lines continue once there is room', async ({ skip }) => {
  if (!disk) return skip('a small disk needs Linux, root and the right to mount');
  process.env.TMPDIR = disk.folder;
  await expectEveryTakenLineAnswered();
  expect(await readdir(disk.folder)).toEqual([]);
  const few = await answersOf(1_500);
  expect(few.answers).toHaveLength(1_500);
  expect(few.last.error).toBeUndefined();
});

test('the last line names the reason when processing stops, and no line before it is skipped', async () => {
  const { answers, last } = await answersOf(LINES, '/full');
  expect(taken).toBeLessThan(LINES);
  expect(answers.map(({ index }) => index)).toEqual(Array.from({ length: taken }, (_, n) => n));
  expect(last).toMatchObject({ summary: { received: taken, recorded: taken }, error: 'Full.' });
});

test('waiting answers are bounded by the data sent, and every processed line is answered', async () => {
  const { answers, last } = await answersOf(LINES, '/wide');
  // Sixteen megabytes, the content of the socket buffers, and the running batches.
  expect(taken).toBeLessThan(12_000);
  expect(answers.map(({ index }) => index)).toEqual(Array.from({ length: taken }, (_, n) => n));
  expect(last.error).toContain('cannot store more answers');
});

test('a client that hangs up ends the work on its lines', async () => {
  const packed = gzipSync(Array.from({ length: 200_000 }, (_, n) => `{"n":${n}}\n`).join(''));
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  const call = request(`${server.url}/slow`, { method: 'POST', headers });
  call.on('error', () => undefined);
  call.end(packed);
  await once(call, 'response');
  await expect.poll(() => taken).toBeGreaterThan(0);
  call.destroy();
  await expect.poll(() => ended).toBe(true);
  expect(taken).toBeLessThan(100_000);
});

test('an open stream ends with its summary when the process stops, and the connection closes', async () => {
  const call = request(`${server.url}/stopping`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  call.on('error', () => undefined);
  call.write('{"n":0}\n');
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  let text = '';
  response.on('data', (part: Buffer) => {
    text += part.toString();
  });
  await expect.poll(() => text).toContain('"index":0');
  const closed = once(response.socket, 'close');
  call.write('{"half":');
  stopping.abort();
  await once(response, 'end');
  expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    summary: { received: 1, recorded: 1 },
    error: expect.stringContaining('is restarting'),
  });
  await closed;
});
