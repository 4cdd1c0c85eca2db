import { fold } from '@fynbos/domain/decider.ts';
import type { Decision } from '@fynbos/domain/rental/events.ts';
import type { RewardsAccountEvent } from '@fynbos/domain/rewards-account/events.ts';
import { accountStreamOf, rewardsAccountDecider } from '@fynbos/domain/rewards-account/rewards-account.ts';
import { EventLog } from '@fynbos/event-store/event-log.ts';
import { memoryEventStore } from '@fynbos/event-store/testing/memory.ts';
import { memoryKeyRing } from '@fynbos/platform/testing/memory-key-ring.ts';
import { expect, test, vi } from 'vitest';
import { decisionOf } from '../payouts/testing/payout-harness.ts';
import { RewardPoster } from './reward-poster.ts';

const context = {
  actor: { kind: 'system', id: 'post-rewards' } as const,
  now: new Date('2026-11-16T08:00:00.000Z'),
  correlationId: 'test',
};
const programme = () => {
  const store = memoryEventStore();
  const log = new EventLog({ store, keys: memoryKeyRing() });
  const statusOf = async () => {
    const { events } = await log.readStream(accountStreamOf(1));
    const state = fold(
      rewardsAccountDecider,
      rewardsAccountDecider.initial,
      events as unknown as RewardsAccountEvent[],
    );
    return state.rewards.get('R1')?.status;
  };
  return { store, log, statusOf };
};
const earned = decisionOf(1, 'R1');
const held: Decision = decisionOf(1, 'R1', { status: 'Pending', reason: 'OnHold', decisionNo: 2 });
const released: Decision = decisionOf(1, 'R1', { decisionNo: 3 });
const post = (poster: RewardPoster, decision: Decision) => poster.post([{ decision, context }]);

test('two processes that post in turn do not rely on cached accounts', async () => {
  const { log, statusOf } = programme();
  const [one, other] = [new RewardPoster(log), new RewardPoster(log)];
  await post(one, earned);
  await post(other, held);
  expect(await statusOf()).toBe('Pending');
  await post(one, released);
  expect(await statusOf()).toBe('Earned');
});

test('a repeated decision appends nothing, and reads no cached account', async () => {
  const { store, log } = programme();
  const poster = new RewardPoster(log);
  await post(poster, earned);
  const [append, read] = [vi.spyOn(store, 'appendMany'), vi.spyOn(store, 'readStreams')];
  expect(await post(poster, earned)).toBeUndefined();
  expect(append).not.toHaveBeenCalled();
  expect(read).not.toHaveBeenCalled();
});
