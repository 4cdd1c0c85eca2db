import { readFile } from 'node:fs/promises';
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

test('the proxy distinguishes a stopping api from one whose store does not answer', async () => {
  const proxy = await readFile(new URL('../../../scripts/docker/haproxy.cfg', import.meta.url), 'utf8');
  const stopping = proxy.match(/^backend running\n(?: .*\n)*? {2}http-check expect ! string (\S+)$/m)?.[1];
  expect(proxy).toContain('  use_backend ready if { nbsrv(ready) gt 0 }\n  default_backend running\n');
  const unreachable = { name: 'event-store', check: async () => 'not reachable' };
  const answer = async (isStopping: boolean) => {
    const app = express().use(health([unreachable], async () => ({}), { isStopping: () => isStopping }));
    return (await request(app).get('/readyz').expect(503)).text;
  };
  expect(await answer(true)).toContain(stopping);
  expect(await answer(false)).not.toContain(stopping);
});
