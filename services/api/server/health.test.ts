import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import { health } from './health.ts';

test('answers within the limit when neither the dependencies nor the details do', async () => {
  const frozen = () => new Promise<never>(() => undefined);
  const app = express().use(health([{ name: 'postgres', check: frozen }], frozen, { limitMs: 20 }));
  const { body } = await request(app).get('/readyz').expect(503);
  expect(body).toEqual({ status: 'not ready', dependencies: { postgres: 'no answer' } });
});

test('answers only at the path that the proxy hides', async () => {
  const app = express().use(health([], async () => ({})));
  await request(app).get('/readyz').expect(200);
  await request(app).get('/READYZ').expect(404);
});
