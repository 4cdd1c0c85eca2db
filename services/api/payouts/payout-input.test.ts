import { gzipSync } from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { errorHandler } from '../http/problem.ts';
import { responseLines } from './payout-input.ts';

const app = express();
app.post('/', (asked, response, next) => {
  responseLines(asked).then((lines) => response.json(lines), next);
});
app.use(errorHandler({ error: () => undefined } as never));
const send = (text: string | Buffer) =>
  request(app)
    .post('/')
    .set('Content-Type', 'text/csv')
    .send(text as string);

test('reads the lines of a bank response', async () => {
  const { body } = await send('\ufeffReference,Outcome,Reason\nFT1,Paid,\n\nFT2,failed,closed\n').expect(200);
  expect(body).toEqual([
    { reference: 'FT1', outcome: 'paid', reason: null },
    { reference: 'FT2', outcome: 'failed', reason: 'closed' },
  ]);
});

test('refuses a text without line ends immediately, at any length', async () => {
  const began = performance.now();
  const { body } = await send('a'.repeat(12_000_000)).expect(422);
  expect(body.message).toContain('not a CSV file');
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('names the line with characters that cannot be stored', async () => {
  const { body } = await send('reference,outcome,reason\nFT1,paid,\na\0b,paid,\nFT3,maybe,\n').expect(422);
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['line 3', 'line 4']);
});

test('refuses more lines than a response can have', async () => {
  await send(`reference,outcome\n${'FT1,paid\n'.repeat(100_001)}`).expect(413);
});

test('unpacks gzip', async () => {
  const packed = gzipSync('reference,outcome\nFT1,paid\n');
  const sent = request(app).post('/').set({ 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' });
  sent.write(packed);
  const { body } = await sent.expect(200);
  expect(body).toHaveLength(1);
});
