import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../testing/listening.ts';
import { errorHandler } from './problem.ts';
import { sendPieces } from './send.ts';

let server: Listening;

async function* failing(after: number): AsyncGenerator<string> {
  for (let n = 0; n < after; n++) yield `${n}\n`;
  throw new Error('the database is gone');
}

beforeAll(async () => {
  const app = express();
  app.get('/:after', (request, response, next) => {
    response.type('csv').set('Content-Disposition', 'attachment; filename="x.csv"');
    sendPieces(response, failing(Number(request.params.after))).catch(next);
  });
  app.use(errorHandler({ error: () => undefined } as never));
  server = await listen(app);
});
afterAll(() => server.close());

test('a failure before the first piece gives an error response instead of a file', async () => {
  const answer = await fetch(`${server.url}/0`);
  expect(answer.status).toBe(500);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.headers.get('content-disposition')).toBeNull();
});

test('a failure midway closes the connection, so that a partial file does not look complete', async () => {
  const answer = await fetch(`${server.url}/3`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});
