import { randomUUID } from 'node:crypto';
import { closeMonth, reopenMonth } from '@fynbos/application/approvals/changes/month-close.ts';
import { handle } from '@fynbos/application/handle.ts';
import { computeMonth } from '@fynbos/application/month-close/steps.ts';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import { approvalDecider, approvalStreamOf } from '@fynbos/domain/approval/approval.ts';
import type { CloseStep } from '@fynbos/domain/month-close/events.ts';
import {
  type MonthCloseCommand,
  monthCloseDecider,
  monthCloseStreamOf,
} from '@fynbos/domain/month-close/month-close.ts';
import { signalDecider, signalStreamOf } from '@fynbos/domain/signal/signal.ts';
import { pause } from '@fynbos/platform/pause.ts';
import { holds } from '@fynbos/projections/holds/holds.ts';
import { journal } from '@fynbos/projections/journal/journal.ts';
import { holdsOfPeriod } from '@fynbos/projections/liability/month-end.ts';
import { openHolds } from '@fynbos/projections/month-closes/queries.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dashboard } from '../testing/call.ts';
import { adminToken, registrationForm } from '../testing/people.ts';
import { ADMIN, type RunningApp, runApp } from '../testing/running-app.ts';

const MONTH = '2028-01';
let running: RunningApp;

beforeAll(async () => {
  running = await runApp({ env: { RATE_LIMIT_SCALE: '100' } });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => running.close());

/** The dashboard's calls at an instant; the sessions of earlier instants have ended. */
async function dashboardAt(instant: string) {
  running.clock.now = new Date(instant);
  return dashboard(running, await adminToken(running, ADMIN));
}

async function digestOf(admin: Awaited<ReturnType<typeof dashboardAt>>, step: CloseStep): Promise<string> {
  await running.settled();
  const { body } = await admin.get(`month-closes/${MONTH}`);
  return body.steps.find((each: { step: string }) => each.step === step).digest;
}

const refusal = (code: string) => ({ status: 409, type: `urn:fynbos:problem:month-close.${code}` });

test('answers 404 for an unknown step (L16)', async () => {
  const admin = await dashboardAt('2028-02-01T08:00:00Z');
  const { body } = await admin.post(`month-closes/${MONTH}/steps/unknown/sign-off`, { digest: '', note: '' });
  expect(body).toMatchObject({ status: 404, type: 'urn:fynbos:problem:month-close.step' });
});

test('a step is not signed off on figures that lack a recorded event (L16)', async () => {
  const inJanuary = await dashboardAt('2028-01-31T08:00:00Z');
  const { body: agent } = await inJanuary.post('add-agent', registrationForm());
  const digest = await digestOf(inJanuary, 'holds');
  const client = await running.pool.connect();
  await client.query('begin');
  await client.query('select from engine.checkpoints where "projection" = $1 for update', [holds.name]);
  await inJanuary.post('holds', { agentId: agent.id, reason: 'Asked by finance' });
  const inFebruary = await dashboardAt('2028-02-01T08:00:00Z');
  const isWaiting = new Promise<void>((resolve) => {
    const { store } = running.services.log;
    const head = store.head.bind(store);
    vi.spyOn(store, 'head').mockImplementation(() => {
      resolve();
      return head();
    });
  });
  const answer = inFebruary.post(`month-closes/${MONTH}/steps/holds/sign-off`, { digest, note: '' });
  await Promise.race([answer, isWaiting]);
  await client.query('rollback');
  client.release();
  expect((await answer).body).toMatchObject(refusal('seen'));
});

test('a month is not signed off or closed while an event of its figures could not be processed (L16)', async () => {
  const admin = await dashboardAt('2028-02-01T08:00:00Z');
  const digest = await digestOf(admin, 'journal');
  await running.pool.query(
    `insert into engine.parked ("projection", "key", "partition", "eventId", "position", "errorCode", "errorMessage")
     values ($1, 'x', 0, gen_random_uuid(), '0', 'x', 'x')`,
    [journal.name],
  );
  const signOff = () => admin.post(`month-closes/${MONTH}/steps/journal/sign-off`, { digest, note: '' });
  const incomplete = refusal('incomplete');
  expect((await signOff()).body).toMatchObject(incomplete);
  expect((await admin.post(`month-closes/${MONTH}/close`, { reason: 'Complete' })).body).toMatchObject(incomplete);
  await running.pool.query('delete from engine.parked where "projection" = $1', [journal.name]);
  expect((await signOff()).status).toBe(200);
});

test('the list counts sign-offs on present figures only (L16)', async () => {
  const inJanuary = await dashboardAt('2028-01-31T09:00:00Z');
  const { body: agent } = await inJanuary.post('add-agent', registrationForm());
  const signedOff = async (admin: typeof inJanuary) => {
    await running.settled();
    const { body } = await admin.get('month-closes');
    const listed = body.find(({ month }: { month: string }) => month === MONTH);
    expect((await admin.get(`month-closes/${MONTH}`)).body.signedOff).toBe(listed.signedOff);
    return listed.signedOff;
  };
  const inFebruary = await dashboardAt('2028-02-01T09:00:00Z');
  const before = await signedOff(inFebruary);
  const body = { digest: await digestOf(inFebruary, 'holds'), note: 'Known' };
  expect((await inFebruary.post(`month-closes/${MONTH}/steps/holds/sign-off`, body)).status).toBe(200);
  expect(await signedOff(inFebruary)).toBe(before + 1);
  const again = await dashboardAt('2028-01-31T10:00:00Z');
  expect((await again.post('holds', { agentId: agent.id, reason: 'Asked by finance' })).status).toBeLessThan(300);
  expect(await signedOff(await dashboardAt('2028-02-01T10:00:00Z'))).toBe(before);
});

test('holds and signals count by their state at the end of the month, whatever was decided later (L16)', async () => {
  const { pool, services } = running;
  await openProgramme(services);
  const signal = { signal: 'Burst', finding: 'Ten rentals', evidence: [] } as const;
  const inMarch = await dashboardAt('2028-03-31T08:00:00Z');
  const { body: agent } = await inMarch.post('add-agent', registrationForm({ bankAccountNumber: '62022222228' }));
  const agentId: number = agent.id;
  const context = { actor: { kind: 'system', id: 'test' }, now: running.clock.now, correlationId: 'c' } as const;
  for (const signalId of ['dismissed-later', 'held-later']) {
    const command = { type: 'RaiseSignal', agentId, signalId, ...signal } as const;
    await handle(services.log, {
      decider: signalDecider,
      streamId: signalStreamOf(agentId, signalId),
      command,
      context,
    });
  }
  await inMarch.post('holds', { agentId, reason: 'Released later' });
  const march = async () => {
    await running.settled();
    return openHolds(pool, '2028-03-31');
  };
  const before = await march();
  expect(before).toMatchObject({ signals: 2 });
  const inApril = await dashboardAt('2028-04-03T08:00:00Z');
  await inApril.post(`signals/${agentId}:dismissed-later/dismiss`, { reason: 'Known' });
  await inApril.post(`signals/${agentId}:held-later/hold`, { reason: 'Check' });
  const [placed] = (await inApril.get(`holds?filter=${JSON.stringify({ agentId, signal: 'Finance' })}`)).body;
  expect(await inApril.post(`holds/${placed.id}/release`, { reason: 'Checked' })).toMatchObject({ status: 200 });
  expect(await march()).toMatchObject({ holds: before.holds, signals: 2, ids: before.ids });
  const days = { from: '2028-03-01', to: '2028-03-31' };
  const inPack = (await holdsOfPeriod(pool, days, 500)).filter((hold) => hold.agentId === agentId);
  expect(inPack.map(({ status }) => status).sort()).toEqual(['dismissed', 'open', 'released']);
  const april = await holdsOfPeriod(pool, { from: '2028-04-01', to: '2028-04-30' }, 500);
  expect(april.filter((hold) => hold.agentId === agentId)).toHaveLength(3);
  const may = await holdsOfPeriod(pool, { from: '2028-05-01', to: '2028-05-31' }, 500);
  expect(may.filter((hold) => hold.agentId === agentId).map(({ holdId }) => holdId)).toEqual(['held-later']);
});

test('closing a month and reopening the one before it at the same moment leaves no gap (L16)', async () => {
  await dashboardAt('2029-01-02T08:00:00Z');
  const { log } = running.services;
  const [first, second, third] = ['2028-10', '2028-11', '2028-12'] as const;
  const by = { requestedBy: 2, reason: 'Complete' };
  const context = { actor: { kind: 'admin', id: '1' }, now: running.clock.now, correlationId: 'c' } as const;
  const send = (month: string, command: MonthCloseCommand) =>
    handle(log, { decider: monthCloseDecider, streamId: monthCloseStreamOf(month), command, context });
  const closing = async (month: string, closed: readonly string[]) => {
    await running.settled();
    const { steps } = await computeMonth(running.services, month, running.clock.now);
    const digests = Object.fromEntries(steps.map(({ step, digest }) => [step, digest]));
    const signed = { type: 'SignOffStep', month, state: 'ready', figures: [], note: '', by: 2 } as const;
    for (const { step, digest } of steps) await send(month, { ...signed, step, digest });
    return { month, digests, closed, openingCents: 0, closingCents: 0, evidence: [], ...by };
  };
  await send(first, { type: 'CloseMonth', approvedBy: 1, ...(await closing(first, [])) });
  await send(second, { type: 'CloseMonth', approvedBy: 1, ...(await closing(second, [first])) });
  const payload = await closing(third, []);
  await running.settled();
  // An approval that no process carries out, because its kind is unknown.
  const approved = async () => {
    const approvalId = randomUUID();
    const about = { approvalId, kind: 'unknown', subject: approvalId, summary: '', fields: [], payload: {} };
    const asked = { type: 'RequestApproval', by: 2, permission: 'months:close', personal: null, ...about } as const;
    const approval = { decider: approvalDecider, streamId: approvalStreamOf(approvalId), context };
    await handle(log, { ...approval, command: asked });
    const given = { type: 'Approve', by: 1, reason: 'Seen', others: 1 } as const;
    await handle(log, { ...approval, command: given });
    return { ...context, causationId: approvalId };
  };
  const [ofClose, ofReopen] = [await approved(), await approved()];
  // The reopening appends after the closing is decided, unless the closing waits for it.
  const append = log.append.bind(log);
  const isOf = (changes: Parameters<typeof append>[0], type: string) =>
    changes.some(({ events }) => events.some((event) => event.type === type));
  let decided = (): void => undefined;
  const isDecided = new Promise<void>((resolve) => {
    decided = resolve;
  });
  vi.spyOn(log, 'append').mockImplementation(async (changes) => {
    if (isOf(changes, 'MonthClosed')) decided();
    if (isOf(changes, 'MonthReopened')) await Promise.race([isDecided, pause(3_000)]);
    return append(changes);
  });
  const parts = { ...running.services, now: () => running.clock.now };
  const outcomes = await Promise.allSettled([
    reopenMonth.execute(parts, { payload: { month: second, ...by }, personal: {} }, ofReopen),
    closeMonth.execute(parts, { payload, personal: {} }, ofClose),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
