import { EventEmitter } from 'node:events';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import type { Response } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminToken } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

let running: RunningApp;
let token: string;
const self = { kind: 'admin', adminId: 1, roles: [], sessionId: 'x' } as const;

beforeAll(async () => {
  running = await runApp({ quiet: true, env: { RATE_LIMIT_SCALE: '0.05' } });
  await openProgramme(running.services);
  token = await adminToken(running, ADMIN);
});
afterAll(() => running.close());

/** Calls while the same administrator has two calls of the same kind running. */
async function callDuringTwo(turn: 'stream' | 'past', path: string): Promise<request.Response> {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => void ends.push(resolve));
  const { exports } = running.services;
  const call = { caller: self, response: new EventEmitter() as Response };
  const busy = [1, 2].map(() => (turn === 'stream' ? exports.stream(self, work) : exports.past(call, work)));
  const answer = await request(running.app).get(path).auth(token, { type: 'bearer' });
  for (const end of ends) end();
  await Promise.all(busy);
  return answer;
}

test.each([
  ['stream', '/api/admin/proof/export'],
  ['past', '/api/admin/reports/month-end.pdf?month=2026-01'],
] as const)('rejects a third concurrent %s of one person: %s', async (turn, path) => {
  const { status, headers } = await callDuringTwo(turn, path);
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('limits the rebuilds that one person starts', async () => {
  const startRebuild = () =>
    request(running.app)
      .post('/api/admin/operations/replays')
      .auth(token, { type: 'bearer' })
      .send({ projection: 'agents' });
  for (let n = 0; n < 3; n++) await startRebuild().expect(202);
  const { headers } = await startRebuild().expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});
