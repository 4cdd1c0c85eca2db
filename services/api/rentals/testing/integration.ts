import { randomUUID } from 'node:crypto';
import { Limits } from '@fynbos/application/auth/limits.ts';
import { migrateAuth } from '@fynbos/application/auth/schema.ts';
import { handle } from '@fynbos/application/handle.ts';
import { CallLog } from '@fynbos/application/integrators/call-log.ts';
import { newApiKey } from '@fynbos/application/integrators/manage-integrators.ts';
import type { IntegratorScope } from '@fynbos/domain/integrator/events.ts';
import { integratorDecider, integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import { createLogger } from '@fynbos/platform/logger.ts';
import { ReadYourWrites } from '@fynbos/projections/engine/read-your-writes.ts';
import express from 'express';
import { addAgent, addPromotion, type Core, openCore, testContext } from '../../../../tests/support/core.ts';
import { errorHandler } from '../../http/problem.ts';
import type { Services } from '../../http/services.ts';
import { correlate } from '../../server/observe.ts';
import { listen } from '../../testing/listening.ts';
import { integrationsRouter } from '../integrations-router.ts';

/** The integration API over HTTP on a real store, with one integrator, one promotion `SUN` and one agent `FT1`. */
export interface Integration {
  readonly core: Core;
  readonly callLog: CallLog;
  readonly url: string;
  readonly apiKey: string;
  addIntegrator(integratorId: string, scopes: readonly IntegratorScope[]): Promise<{ keyId: string; apiKey: string }>;
  post(body: string | Buffer | object, headers?: Record<string, string>, query?: string): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export const ndjson = { 'content-type': 'application/x-ndjson' };

export const linesOf = async (response: Response) =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The terms of both the reservation and the rental. */
export const terms = {
  promoCode: 'sun',
  rateCode: 'DISC',
  vehicleGroup: 'C',
  pickupBranch: 'JNB',
  returnBranch: 'CPT',
};

let n = 0;
/** A valid invoice of a new reservation. */
export const invoice = (changes: object = {}) => ({
  type: 'invoice',
  eventId: randomUUID(),
  occurredAt: '2026-03-10T10:00:00+02:00',
  reservationNo: `R${++n}`,
  invoiceNo: `INV${n}`,
  invoiceDate: '2026-03-10',
  loyaltyTrackingNo: 'FT1',
  marketSector: 'Leisure',
  driverName: 'Thandi Driver',
  tkRevenue: 1000,
  reservation: { reservedOn: '2026-02-01', ...terms },
  rental: { ...terms, pickedUpOn: '2026-03-01', returnedOn: '2026-03-05' },
  ...changes,
});

async function addIntegratorTo({ log }: Core, integratorId: string, scopes: readonly IntegratorScope[]) {
  const { keyId, apiKey, secretHash } = newApiKey(log, integratorId);
  const stream = integratorStreamOf(integratorId);
  const added = { type: 'AddIntegrator', integratorId, name: integratorId, scopes } as const;
  await handle(log, { decider: integratorDecider, streamId: stream, command: added, context: testContext() });
  await handle(log, {
    decider: integratorDecider,
    streamId: stream,
    command: { type: 'MakeKey', keyId, secretHash },
    context: testContext(),
  });
  return { keyId, apiKey };
}

/** Starts the API on a new database. */
export async function openIntegration(): Promise<Integration> {
  const core = await openCore();
  const { log, pool } = core;
  await migrateAuth(pool);
  await addPromotion(log, 'SUN', 0.2);
  await addAgent(log, 1, 'FT1');
  await core.startWork();
  const { apiKey } = await addIntegratorTo(core, 'a0a0a0a0a0a0', ['rental-events:write', 'rental-events:read']);
  const readAfter = new ReadYourWrites(pool);
  const logger = createLogger('test', { level: 'silent' });
  const now = () => new Date();
  // The store is available and its log is the expected one.
  const saving = { storeUnavailableSince: () => null, gate: { refusal: null, refusedSince: null } };
  const callLog = new CallLog(pool, log.keys, logger);
  const services = { log, db: pool, now, readAfter, logger, callLog, ...saving } as unknown as Services;
  const limits = new Limits(pool, (purpose, text) => log.keys.keyedHash(purpose, text), 1000, now);
  const app = express();
  app.use(correlate);
  app.use('/api', integrationsRouter(services, limits));
  app.use(errorHandler(logger));
  const listening = await listen(app);
  const { url } = listening;
  return {
    core,
    url,
    apiKey,
    callLog,
    addIntegrator: (integratorId, scopes) => addIntegratorTo(core, integratorId, scopes),
    post: (body, headers = {}, query = '') =>
      fetch(`${url}/api/integrations/rental-events${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
        body: (typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)) as BodyInit,
      }),
    get: (path, headers = {}) =>
      fetch(`${url}/api/integrations/${path}`, { headers: { authorization: `Bearer ${apiKey}`, ...headers } }),
    async close() {
      await listening.close();
      await readAfter.close();
      await core.close();
    },
  };
}
