import { randomUUID } from 'node:crypto';
import { handle } from '@fynbos/application/handle.ts';
import { businessDayFrom } from '@fynbos/domain/business-days/business-days.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import type { PayoutRunCommand } from '@fynbos/domain/payout-run/commands.ts';
import { payoutRunDecider, payoutRunStreamOf } from '@fynbos/domain/payout-run/payout-run.ts';
import { createPool } from '@fynbos/platform/postgres.ts';
import express from 'express';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, runApp } from '../testing/running-app.ts';
import { metricsRouter, metricsText } from './metrics.ts';

let running: RunningApp;
beforeAll(async () => {
  running = await runApp();
});
afterAll(() => running.close());

const metrics = async () =>
  (await request(express().use(metricsRouter(running.services, 0, 60_000))).get('/metrics')).text;

const UNLABELLED = /^fynbos_(held_payout_runs|proof_findings|proof_time_seconds|signed_time_seconds)\b/gm;

test('has no number of held runs after a failed reading, so that no alert ends; past results stay', async () => {
  const away = { ...running.services, db: createPool('postgres://x@127.0.0.1:1/x', { applicationName: 'test' }) };
  expect((await metrics()).match(UNLABELLED)).toHaveLength(4);
  expect((await metricsText(away)).match(UNLABELLED)).toHaveLength(3);
  expect(await metricsText(away)).not.toMatch(/^fynbos_held_payout_runs /m);
  await away.db.end();
});

test('counts a notice in the dead letter', async () => {
  expect(await metrics()).toMatch(/^fynbos_dead_notices{channel="sms"} 0$/m);
  await running.pool.query(
    `insert into notices.notices
       ("noticeId", kind, channel, audience, "streamId", state, "correlationId", "createdAt", "changedAt")
     values ($1, 'bank-changed', 'sms', 'current', 'agent-7', 'dead', 'c', now(), now())`,
    [randomUUID()],
  );
  expect(await metrics()).toMatch(/^fynbos_dead_notices{channel="sms"} 1$/m);
});

test('counts a payout run on hold until it is resumed', async () => {
  const now = running.clock.now;
  const day = dayOf(now);
  const context = { actor: { kind: 'admin', id: '1' }, correlationId: randomUUID(), now } as const;
  const change = async (command: PayoutRunCommand) => {
    await handle(running.services.log, {
      decider: payoutRunDecider,
      streamId: payoutRunStreamOf('r1'),
      command,
      context,
    });
    await running.folded('payouts');
  };
  await change({
    type: 'ProposePayoutRun',
    runId: 'r1',
    reference: 'P1',
    batch: 'eft',
    cutOff: day,
    payDate: businessDayFrom(day, new Map()),
    proclaimedDays: new Map(),
    policyVersion: 1,
    payeRate: 0.25,
    minimumCents: 1,
    coolingHours: 72,
    proposedBy: '1',
  });
  expect(await metrics()).toMatch(/^fynbos_held_payout_runs 0$/m);
  await change({ type: 'HoldPayoutRun', reason: 'The csv file could not be written.' });
  expect(await metrics()).toMatch(/^fynbos_held_payout_runs 1$/m);
  await change({ type: 'ResumePayoutRun', by: '1', reason: 'There is space again' });
  expect(await metrics()).toMatch(/^fynbos_held_payout_runs 0$/m);
});
