import { handle } from '@fynbos/application/handle.ts';
import { type IntegratorCommand, integratorDecider, integratorStream } from '@fynbos/domain/integrator/integrator.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext } from '../../../tests/support/core.ts';
import { openStream } from '../testing/open-stream.ts';
import { type Integration, invoice, openIntegration } from './testing/integration.ts';

let api: Integration;
beforeAll(async () => {
  api = await openIntegration();
});
afterAll(() => api?.close());

/** Longer than an earlier look-up counts. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1_100));

const ways: readonly [string, string, (keyId: string) => IntegratorCommand][] = [
  ['whose key is revoked', 'b0b0b0b0b0b0', (keyId) => ({ type: 'RevokeKey', at: new Date().toISOString(), keyId })],
  ['who is removed', 'c0c0c0c0c0c0', () => ({ type: 'RemoveIntegrator', at: new Date().toISOString() })],
  [
    'who may only read from now on',
    'd0d0d0d0d0d0',
    () => ({ type: 'ChangeIntegrator', at: new Date().toISOString(), name: 'D', scopes: ['rental-events:read'] }),
  ],
];

test.each(ways)('the open stream of an integrator %s records nothing more and says so', async (_who, id, ended) => {
  const { log } = api.core;
  const { keyId, apiKey } = await api.addIntegrator(id, ['rental-events:write']);
  const stream = openStream(`${api.url}/api/integrations/rental-events`, apiKey);
  expect(await stream.ask(invoice())).toMatchObject({ index: 0, result: 'recorded' });
  await aWhile();
  expect(await stream.ask(invoice())).toMatchObject({ index: 1, result: 'recorded' });
  await handle(log, integratorDecider, integratorStream(id), ended(keyId), testContext());
  await aWhile();
  const late = invoice();
  expect(await stream.ask(late)).toEqual({
    summary: expect.objectContaining({ received: 2, recorded: 2 }),
    error: expect.stringContaining('may not send it any more'),
  });
  expect(await stream.end()).toEqual([]);
  // Nobody else has recorded it either: its number is free.
  expect(await (await api.post(late)).json()).toMatchObject({ result: 'recorded' });
});
