import { handle } from '@fynbos/application/handle.ts';
import { type IntegratorCommand, integratorDecider, integratorStreamOf } from '@fynbos/domain/integrator/integrator.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext } from '../../../tests/support/core.ts';
import { openStream } from '../testing/open-stream.ts';
import { type Integration, invoice, openIntegration } from './testing/integration.ts';

let api: Integration;
beforeAll(async () => {
  api = await openIntegration();
});
afterAll(() => api?.close());

/** Longer than the permission check of a stream is cached, in milliseconds. */
const untilRecheck = () => new Promise((resolve) => setTimeout(resolve, 1_100));

const ways: readonly [string, string, (keyId: string) => IntegratorCommand][] = [
  ['with a revoked key', 'b0b0b0b0b0b0', (keyId) => ({ type: 'RevokeKey', keyId })],
  ['that was removed', 'c0c0c0c0c0c0', () => ({ type: 'RemoveIntegrator' })],
  [
    'that lost the scope to write',
    'd0d0d0d0d0d0',
    () => ({ type: 'ChangeIntegrator', name: 'D', scopes: ['rental-events:read'] }),
  ],
];

test.each(ways)(
  'an open stream of an integrator %s stops with a message and records nothing more',
  async (_who, id, ended) => {
    const { log } = api.core;
    const { keyId, apiKey } = await api.addIntegrator(id, ['rental-events:write']);
    const stream = openStream(`${api.url}/api/integrations/rental-events`, apiKey);
    expect(await stream.ask(invoice())).toMatchObject({ index: 0, result: 'recorded' });
    await untilRecheck();
    expect(await stream.ask(invoice())).toMatchObject({ index: 1, result: 'recorded' });
    await handle(log, {
      decider: integratorDecider,
      streamId: integratorStreamOf(id),
      command: ended(keyId),
      context: testContext(),
    });
    await untilRecheck();
    const late = invoice();
    expect(await stream.ask(late)).toEqual({
      summary: expect.objectContaining({ received: 2, recorded: 2 }),
      error: expect.stringContaining('You no longer have permission for this call'),
    });
    expect(await stream.end()).toEqual([]);
    // The refused item was not recorded.
    expect(await (await api.post(late)).json()).toMatchObject({ result: 'recorded' });
  },
);
