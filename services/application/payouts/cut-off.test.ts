import { setTimeout as sleep } from 'node:timers/promises';
import { amountsOf } from '@fynbos/domain/amounts.ts';
import type { StreamAppend } from '@fynbos/event-store/port.ts';
import { balances } from '@fynbos/projections/balances/balances.ts';
import { payoutLines } from '@fynbos/projections/payout-lines/payout-lines.ts';
import { payouts } from '@fynbos/projections/payouts/payouts.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { decisionOf, PayoutHarness } from './testing/payout-harness.ts';

let database: FreshDatabase;
let harness: PayoutHarness;

beforeEach(async () => {
  database = await freshDatabase();
  harness = await PayoutHarness.open(database.pool(), [balances, payouts, payoutLines]);
});
afterEach(() => database.drop());

async function earn(agentId: number): Promise<void> {
  await harness.addAgent(agentId);
  await harness.post(agentId, decisionOf(agentId, `R${agentId}`));
}

const credit = (agentId: number) =>
  harness.post(
    agentId,
    decisionOf(agentId, `R${agentId}`, { decisionNo: 2, status: 'Declined', reason: 'Credited', ...amountsOf(0, 0) }),
  );

const cancel = () => harness.run('r1', { type: 'CancelPayoutRun', by: '1', reason: 'mistake' });

/** Proposes r1 in a process that crashes before it recorded its reservations. */
async function dieFreezing(): Promise<void> {
  const append = harness.store.appendMany.bind(harness.store);
  const isChunk = ({ streamId, expected }: StreamAppend) =>
    streamId.startsWith('payout-run-') && expected !== 'no-stream';
  harness.store.appendMany = async (batch) => {
    if (batch.some(isChunk)) throw new Error('crash');
    return append(batch);
  };
  await expect(harness.propose('r1')).rejects.toThrow('crash');
  harness.store.appendMany = append;
}

const heldFor = async (agentId: number) => (await harness.accountOf(agentId)).reservation?.runId ?? null;

describe('a run with a process that ended during the freeze', () => {
  test('continues with an agent whose reward was credited in between, and leaves the account free', async () => {
    await earn(1);
    await dieFreezing();
    expect(await heldFor(1)).toBe('r1');
    await credit(1);
    expect((await harness.resumeRun('r1')).state).toMatchObject({ status: 'frozen', frozen: { lines: 1 } });
    expect((await harness.approve('r1')).state).toMatchObject({ status: 'settled', sent: { lines: 0 } });
    expect(await heldFor(1)).toBeNull();
    await harness.post(1, decisionOf(1, 'R1-next'));
    expect((await harness.propose('r2')).state.frozen).toMatchObject({ lines: 1, nettCents: 150_00 });
  });

  test('releases an agent whose reward was credited in between when it is cancelled', async () => {
    await earn(1);
    await dieFreezing();
    await credit(1);
    await cancel();
    expect((await harness.resumeRun('r1')).state.status).toBe('cancelled');
    expect(await heldFor(1)).toBeNull();
    await harness.post(1, decisionOf(1, 'R1-next'));
    expect((await harness.propose('r2')).state.frozen).toMatchObject({ lines: 1, nettCents: 150_00 });
  });

  test('releases every reservation when it is cancelled', async () => {
    harness.agentsPerChunk = 1;
    for (const agentId of [2, 3, 4]) await earn(agentId);
    await dieFreezing();
    expect(await Promise.all([2, 3, 4].map(heldFor))).toEqual(['r1', 'r1', 'r1']);
    await earn(1);
    await cancel();
    expect((await harness.resumeRun('r1')).state.status).toBe('cancelled');
    expect(await Promise.all([1, 2, 3, 4].map(heldFor))).toEqual([null, null, null, null]);
  });

  test('waits for a read model without the latest reservations', async () => {
    await earn(1);
    await dieFreezing();
    await credit(1);
    await cancel();
    const work = harness.work('r1');
    await sleep(200);
    await harness.catchUp();
    expect((await work).state.status).toBe('cancelled');
    expect(await heldFor(1)).toBeNull();
  });
});
