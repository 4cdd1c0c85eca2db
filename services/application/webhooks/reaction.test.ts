import { integratorDecider } from '@fynbos/domain/integrator/integrator.ts';
import { rentalDecider } from '@fynbos/domain/rental/rental.ts';
import type { FoldEvent } from '@fynbos/projections/engine/projection.ts';
import { integrators } from '@fynbos/projections/integrators/integrators.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { handle } from '../handle.ts';
import { decisionOf, PayoutHarness } from '../payouts/testing/payout-harness.ts';
import type { NewDelivery } from './deliveries.ts';
import { webhooksReaction } from './reaction.ts';

let database: FreshDatabase;
let harness: PayoutHarness;
beforeAll(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [integrators]);
});
afterAll(() => database.drop());

test('a webhook added just before a decision gets its message although the read model is behind', async () => {
  const { log, db } = harness;
  const context = harness.context();
  const integrator = { integratorId: 'i1', name: 'Rentals', scopes: ['rental-events:write'] } as const;
  await handle(log, {
    decider: integratorDecider,
    streamId: 'integrator-i1',
    command: { type: 'AddIntegrator', ...integrator },
    context,
  });
  const webhook = { webhookId: 'w1', url: 'https://rentals.example/hook', kinds: ['reward.decided'] } as const;
  await handle(log, {
    decider: integratorDecider,
    streamId: 'integrator-i1',
    command: { type: 'AddWebhook', ...webhook },
    context,
  });
  const about = { integratorId: 'i1', reservationNo: 'R1', occurredAt: context.now.toISOString(), contentHash: 'x' };
  const fact = { type: 'CancellationRecorded', data: { ...about, eventId: 'e1', cancelledOn: '2026-11-16' } } as const;
  const command = { type: 'RecordRentalFact', fact, anyReservation: false } as const;
  const { position } = await handle(log, { decider: rentalDecider, streamId: 'rental-R1', command, context });
  const decided = { type: 'RewardDecided', data: decisionOf(1, 'R1'), position } as const;
  const event = { ...decided, id: 'd1', metadata: { recordedAt: context.now.toISOString() }, streamId: 'rental-R1' };

  const added: NewDelivery[] = [];
  const deliveries = { add: async (some: readonly NewDelivery[]) => void added.push(...some) };
  const reaction = webhooksReaction({ log, db, now: () => harness.now, deliveries });
  const reacting = reaction.react([event as FoldEvent], {
    appended: () => undefined,
    signal: new AbortController().signal,
  });
  await harness.catchUp();
  await reacting;
  expect(added).toMatchObject([{ webhookId: 'w1', kind: 'reward.decided', reservationNo: 'R1' }]);
});
