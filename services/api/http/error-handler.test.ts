import { createLogger } from '@fynbos/platform/logger.ts';
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { errorHandler, HttpRefusal } from './problem.ts';

test('logs defects with their stack, and no deliberate refusal', async () => {
  const lines: string[] = [];
  const logger = createLogger('api', { level: 'info', destination: { write: (line) => lines.push(line) } });
  const app = express();
  app.get('/paused', () => {
    throw new HttpRefusal(503, 'saving-paused', 'Try again in a moment.', 5);
  });
  app.get('/defect', () => {
    throw new TypeError('not a function');
  });
  app.use(errorHandler(logger));
  const paused = await request(app).get('/paused').expect(503);
  expect(paused.headers['retry-after']).toBe('5');
  expect(lines).toEqual([]);
  await request(app).get('/defect').expect(500);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', status: 500, msg: 'call failed', err: { name: 'TypeError', stack: expect.any(String) } },
  ]);
});
