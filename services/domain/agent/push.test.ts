import { describe, expect, test } from 'vitest';
import {
  decidePush,
  evolvePush,
  MAX_PUSH_DEVICES,
  type PushCommand,
  type PushDevice,
  type PushEvent,
} from './notifications.ts';

const at = '2026-05-04T08:00:00.000Z';
const id = (n: number) => `3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c${String(n).padStart(2, '0')}`;
const subscribe = (n: number): PushCommand => ({
  type: 'SubscribePush',
  pushId: id(n),
  device: 'Chrome on Android',
  endpoint: `https://push.example/${n}`,
  p256dh: 'key',
  auth: `auth-${n}`,
});
const after = (...commands: PushCommand[]): readonly PushDevice[] =>
  commands.reduce<readonly PushDevice[]>(
    (devices, one) => decidePush(one, devices, at).reduce(evolvePush, devices),
    [],
  );
const types = (events: readonly PushEvent[]) => events.map(({ type, data }) => [type, data.pushId]);

describe('a device with notifications', () => {
  test('is recorded with its address and keys as personal data, once', () => {
    expect(decidePush(subscribe(1), [], at)).toEqual([
      {
        type: 'PushSubscribed',
        data: {
          pushId: id(1),
          subscribedAt: at,
          personal: { endpoint: 'https://push.example/1', p256dh: 'key', auth: 'auth-1', device: 'Chrome on Android' },
        },
      },
    ]);
    expect(decidePush({ ...subscribe(1), pushId: id(2) }, after(subscribe(1)), at)).toEqual([]);
  });

  test('replaces the subscription of the same address if its keys are new', () => {
    const again = { ...subscribe(1), pushId: id(2), auth: 'new' } as PushCommand;
    expect(after(subscribe(1), again)).toMatchObject([{ pushId: id(2), auth: 'new' }]);
  });

  test('replaces the oldest one beyond the maximum', () => {
    const full = after(...Array.from({ length: MAX_PUSH_DEVICES }, (_, n) => subscribe(n)));
    expect(full).toHaveLength(MAX_PUSH_DEVICES);
    expect(types(decidePush(subscribe(9), full, at))).toEqual([
      ['PushUnsubscribed', id(0)],
      ['PushSubscribed', id(9)],
    ]);
    expect(after(...Array.from({ length: 9 }, (_, n) => subscribe(n)))).toHaveLength(MAX_PUSH_DEVICES);
  });

  test('ends once, by the agent or by the push service', () => {
    const end: PushCommand = { type: 'UnsubscribePush', pushId: id(1), why: 'gone' };
    expect(decidePush(end, after(subscribe(1), subscribe(2)), at)).toEqual([
      { type: 'PushUnsubscribed', data: { pushId: id(1), why: 'gone', unsubscribedAt: at } },
    ]);
    expect(after(subscribe(1), subscribe(2), end)).toMatchObject([{ pushId: id(2) }]);
    expect(decidePush(end, after(subscribe(1), end), at)).toEqual([]);
  });
});
