import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openProgramme } from '@fynbos/application/reward-policy/current-policy.ts';
import request from 'supertest';
import { adminToken } from './people.ts';
import { ADMIN, ADMIN2, type RunningApp, runApp } from './running-app.ts';
import { until } from './until.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../tests/fixtures/programme-60');

/** Sixty agents of the fixture, decisions on all their rentals, two signed-in administrators. */
export interface Programme {
  readonly running: RunningApp;
  /** Sets the clock. Both administrators sign in again, because their sessions have ended. */
  moveTo(at: Date): Promise<void>;
  get(path: string, token?: string): request.Test;
  post(path: string, body: object, token?: string): request.Test;
  /** Sends a CSV unchanged. */
  upload(path: string, csv: string | Buffer, headers?: Readonly<Record<string, string>>): request.Test;
  /** Waits until everything appended so far is processed, including its effects. */
  settled(): Promise<void>;
  /** Proposes a run for all earned rewards and approves it. Returns its id when its files are written. */
  exportRun(payDate: string): Promise<string>;
  /** Sends the bank's response and waits until the run is settled. */
  answerRun(runId: string, on: string, csv: string): Promise<void>;
}

export async function openProgramme60(at: Date): Promise<Programme> {
  const running = await runApp({ env: { RATE_LIMIT_SCALE: '1000' } });
  await openProgramme(running.services);
  running.clock.now = at;
  let [first, second] = [await adminToken(running, ADMIN), await adminToken(running, ADMIN2)];
  const ndjson = async (to: string, file: string, token: string): Promise<void> => {
    await request(running.app)
      .post(`/api${to}`)
      .auth(token, { type: 'bearer' })
      .set('Content-Type', 'application/x-ndjson')
      .send(await readFile(path.join(FOLDER, file), 'utf8'))
      .expect(200);
  };
  const programme: Programme = {
    running,
    async moveTo(next) {
      running.clock.now = next;
      [first, second] = [await adminToken(running, ADMIN), await adminToken(running, ADMIN2)];
    },
    get: (to, token = first) => request(running.app).get(`/api${to}`).auth(token, { type: 'bearer' }),
    post: (to, body, token = first) =>
      request(running.app).post(`/api${to}`).auth(token, { type: 'bearer' }).send(body),
    upload: (to, csv, headers = {}) =>
      request(running.app)
        .post(`/api${to}`)
        .auth(first, { type: 'bearer' })
        .set({ 'Content-Type': 'text/csv', ...headers })
        .send(csv),
    settled: () => running.settled(),
    async exportRun(payDate) {
      const { body } = await programme.post('/admin/payouts', { cutOff: payDate, payDate }).expect(201);
      await statusIs(body.id, 'frozen');
      await programme.post(`/admin/payouts/${body.id}/approve`, {}, second).expect(200);
      await statusIs(body.id, 'exported');
      await programme.settled();
      return body.id;
    },
    async answerRun(runId, on, csv) {
      await programme
        .upload(`/admin/payouts/${runId}/answer?answerId=${randomUUID()}&rest=paid&on=${on}`, csv)
        .expect(202);
      await statusIs(runId, 'settled');
      await programme.settled();
    },
  };
  const statusIs = (runId: string, status: string) =>
    until(async () => (await programme.get(`/admin/payouts/${runId}`)).body.status === status || null);
  await ndjson('/admin/import', 'programme.ndjson', first);
  const scopes = ['rental-events:write', 'rental-events:read'];
  const { body: integrator } = await programme.post('/admin/integrators', { name: 'Reservations', scopes }).expect(201);
  await ndjson('/integrations/rental-events', 'rental-events.ndjson', integrator.apiKey);
  await programme.settled();
  return programme;
}
