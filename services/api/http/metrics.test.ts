import { randomUUID } from 'node:crypto';
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, runApp } from '../testing/running-app.ts';
import { metricsRouter } from './metrics.ts';

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

test('a notice in the dead letter is told', async () => {
  const told = async () => (await request(express().use(metricsRouter(running.services, 0))).get('/metrics')).text;
  expect(await told()).toMatch(/^fynbos_dead_notices{channel="sms"} 0$/m);
  await running.pool.query(
    `insert into notices.notices
       ("noticeId", kind, channel, audience, "streamId", state, "correlationId", "createdAt", "changedAt")
     values ($1, 'bank-changed', 'sms', 'current', 'agent-7', 'dead', 'c', now(), now())`,
    [randomUUID()],
  );
  expect(await told()).toMatch(/^fynbos_dead_notices{channel="sms"} 1$/m);
});
