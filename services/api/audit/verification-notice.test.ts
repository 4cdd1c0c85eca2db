import { signNewEvents, startCheckpoints } from '@fynbos/application/audit/checkpoints.ts';
import {
  type VerificationServices,
  verifyNewEvents,
  verifyNightly,
} from '@fynbos/application/audit/verification-worker.ts';
import { verifications } from '@fynbos/application/audit/verifications.ts';
import { DAY_MS } from '@fynbos/domain/calendar.ts';
import express from 'express';
import request from 'supertest';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { metricsRouter } from '../server/metrics.ts';
import { inboxOf, message } from '../testing/people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from '../testing/running-app.ts';

const SUBJECT = 'The event log was altered';
let running: RunningApp;
let parts: VerificationServices;

beforeEach(async () => {
  running = await runApp();
  const { log, db, notices, logger, now } = running.services;
  parts = { log, db, storeKind: 'postgres', folder: null, notices, logger, now };
  await running.folded('admins');
});
afterEach(() => running.close());

/** Runs the nightly verification, a day after the previous one. */
async function night(): Promise<{ intact: boolean; count: number }> {
  running.pass(DAY_MS);
  return verifyNightly(parts, new AbortController().signal);
}

const notified = async (email: string): Promise<number> =>
  (await inboxOf(running, email)).filter(({ subject }) => subject === SUBJECT).length;

async function noticesDown(): Promise<number> {
  const { rows } = await running.pool.query<{ count: number }>(
    `select count(*)::integer as count from notices.notices where kind = 'log-not-intact'`,
  );
  return rows[0]?.count ?? 0;
}

async function figure(name: string): Promise<number> {
  const { text } = await request(express().use(metricsRouter(running.services, 0, 60_000)))
    .get('/metrics')
    .expect(200);
  return Number(new RegExp(`^${name}(?:{[^}]*})? (.*)$`, 'm').exec(text)?.[1]);
}

const AT = `"streamId" = 'admin-1' and revision = 0`;

/** Tampers with an event. Returns a function that restores it. */
async function tamper(): Promise<() => Promise<unknown>> {
  const { rows } = await running.pool.query<{ data: string }>(`select data::text from eventstore.events where ${AT}`);
  const set = (data: string) => running.admin.query(`update eventstore.events set data = $1 where ${AT}`, [data]);
  const data = rows[0]?.data ?? '';
  await set(data.replace('Admin', 'admin'));
  return () => set(data);
}

test('a failed nightly verification notifies every administrator once for the same cause, and the alerts', async () => {
  expect(await night()).toMatchObject({ intact: true });
  const seconds = () => running.clock.now.getTime() / 1000;
  expect(await figure('fynbos_proof_findings')).toBe(0);
  // By Postgres's clock.
  expect(Math.abs((await figure('fynbos_proof_time_seconds')) - Date.now() / 1000)).toBeLessThan(3_600);
  expect(await figure('fynbos_signed_time_seconds')).toBe(seconds());
  expect(await noticesDown()).toBe(0);

  const repair = await tamper();
  expect(await night()).toMatchObject({ intact: false, count: 1 });
  expect(await figure('fynbos_proof_findings')).toBe(1);
  for (const { email } of [ADMIN, ADMIN2]) {
    const { text } = await message(running, email, ({ subject }) => subject === SUBJECT);
    expect(text).toContain('/admin/proof');
  }
  expect(await night()).toMatchObject({ intact: false });
  expect([await noticesDown(), await notified(ADMIN.email)]).toEqual([2, 1]);

  await repair();
  expect(await night()).toMatchObject({ intact: true });
  expect(await figure('fynbos_proof_findings')).toBe(0);
  await tamper();
  await night();
  expect(await noticesDown()).toBe(4);
});

test('a stop ends the nightly verification, and the next one verifies the whole log', async () => {
  await expect(verifyNightly(parts, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  expect(await verifications(running.pool)).toMatchObject([
    { state: 'failed', error: 'the process stopped before the verification finished' },
  ]);
  expect(await figure('fynbos_proof_findings')).toBe(0);
  expect(await night()).toMatchObject({ intact: true });
});

test('a log without new events counts as signed, also before it is known how far', async () => {
  await signNewEvents(parts);
  await running.pool.query('delete from audit.covered');
  running.pass(60_000);
  expect(await signNewEvents(parts)).toBe(0);
  expect(await figure('fynbos_signed_time_seconds')).toBe(running.clock.now.getTime() / 1000);
});

test('a log shorter than its signed part is verified immediately, once, and again at night', async () => {
  await signNewEvents(parts);
  // The end of the log is deleted except for the checkpoints, including the position up to which it was signed.
  await running.admin.query(`delete from eventstore.events where "streamId" like 'admin-%'`);
  await running.pool.query('delete from audit.covered');
  await expect(signNewEvents(parts)).rejects.toMatchObject({ name: 'NotSigned' });
  const refusals = vi.spyOn(parts.logger, 'error');
  const real = setTimeout;
  const waits = vi.spyOn(globalThis, 'setTimeout');
  // The waits of the schedule, before the first and between two attempts.
  waits.mockImplementation(((work: () => void, ms: number) =>
    real(work, ms === 60_000 || ms === 5 * 60_000 ? 0 : ms)) as typeof setTimeout);
  const signing = startCheckpoints(parts, parts.logger, () => verifyNewEvents(parts));
  const refusedTimes = () =>
    refusals.mock.calls.filter(([, text]) => text?.startsWith('the log was not signed')).length;
  await expect.poll(refusedTimes).toBeGreaterThanOrEqual(3);
  waits.mockRestore();
  await signing.close();
  expect(await verifications(running.pool)).toMatchObject([{ how: 'signing', result: { intact: false } }]);
  expect(await noticesDown()).toBe(2);
  expect(await figure('fynbos_signed_time_seconds')).toBe(0);
  expect(await night()).toMatchObject({ intact: false });
  expect(await noticesDown()).toBe(2);
});
