import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { type IntegratorEvent, integratorEvents } from './events.ts';
import { type IntegratorCommand, integratorDecider } from './integrator.ts';

const at = '2026-05-04T08:00:00.000Z';
const add: Timed<IntegratorCommand> = {
  type: 'AddIntegrator',
  at,
  integratorId: 'i1',
  name: 'Rental system',
  scopes: ['rental-events:write'],
};
const key = (keyId: string): Timed<IntegratorCommand> => ({
  type: 'MakeKey',
  at,
  keyId,
  secretHash: `hash of ${keyId}`,
});

const webhook = (webhookId: string): Timed<IntegratorCommand> => ({
  type: 'AddWebhook',
  at,
  webhookId,
  url: 'https://rentals.example/told',
  kinds: ['reward.paid', 'reward.decided', 'reward.paid'],
});

function after(...commands: Timed<IntegratorCommand>[]): IntegratorEvent[] {
  const events: IntegratorEvent[] = [];
  for (const command of commands) {
    events.push(...decideTimed(integratorDecider, command, fold(integratorDecider, integratorDecider.initial, events)));
  }
  return events;
}
function addedAfter(...commands: Timed<IntegratorCommand>[]) {
  const state = fold(integratorDecider, integratorDecider.initial, after(...commands));
  if (state.status === 'none') throw new Error('no command adds it');
  return state;
}
const keysAfter = (...commands: Timed<IntegratorCommand>[]) => [...addedAfter(...commands).keys.keys()];

test('several keys can exist and be revoked one by one', () => {
  expect(keysAfter(add, key('a'), key('b'))).toEqual(['a', 'b']);
  expect(keysAfter(add, key('a'), key('b'), { type: 'RevokeKey', at, keyId: 'a' })).toEqual(['b']);
  expect(() => after(add, key('a'), key('a'))).toThrow('already exists');
  expect(() => after(add, { type: 'RevokeKey', at, keyId: 'a' })).toThrow('Key not found');
});

test('removing an integrator ends all its keys, and nothing follows', () => {
  expect(keysAfter(add, key('a'), key('b'), { type: 'RemoveIntegrator', at })).toEqual([]);
  expect(() => after(add, { type: 'RemoveIntegrator', at }, key('a'))).toThrow('Integrator not found');
});

test('a webhook is switched off once and on once, its secret is counted, and it ends with its integrator', () => {
  const webhooks = (...commands: Timed<IntegratorCommand>[]) => [...addedAfter(add, ...commands).webhooks.values()];
  const off: Timed<IntegratorCommand> = { type: 'DisableWebhook', at, webhookId: 'w', why: 'by-hand' };
  expect(webhooks(webhook('w'))).toEqual([
    {
      webhookId: 'w',
      url: 'https://rentals.example/told',
      kinds: ['reward.decided', 'reward.paid'],
      isEnabled: true,
      enabledAt: at,
      secretNo: 1,
      rotatedAt: null,
    },
  ]);
  expect(after(add, webhook('w'), off, off)).toHaveLength(3);
  expect(webhooks(webhook('w'), off)).toMatchObject([{ isEnabled: false }]);
  const later = '2026-05-05T08:00:00.000Z';
  expect(webhooks(webhook('w'), off, { type: 'EnableWebhook', at: later, webhookId: 'w' })).toMatchObject([
    { isEnabled: true, enabledAt: later },
  ]);
  const rotate: Timed<IntegratorCommand> = { type: 'RotateWebhookSecret', at, webhookId: 'w' };
  expect(webhooks(webhook('w'), rotate, rotate)).toMatchObject([{ secretNo: 3, rotatedAt: at }]);
  expect(webhooks(webhook('w'), { type: 'RemoveWebhook', at, webhookId: 'w' })).toEqual([]);
  expect(webhooks(webhook('w'), { type: 'RemoveIntegrator', at })).toEqual([]);
  expect(() => after(add, webhook('w'), webhook('w'))).toThrow('already exists');
  expect(() => after(add, off)).toThrow('Webhook not found');
  expect(() => after(add, { ...webhook('w'), kinds: [] } as Timed<IntegratorCommand>)).toThrow('At least one kind');
  expect(() => after(add, ...Array.from({ length: 11 }, (_, n) => webhook(`w${n}`)))).toThrow('at most 10');
});

test('an integrator without a scope is refused', () => {
  expect(() => after({ ...add, scopes: [] } as Timed<IntegratorCommand>)).toThrow('At least one scope is required.');
});

test('every event of an integrator fits its schema', () => {
  const change: Timed<IntegratorCommand> = {
    type: 'ChangeIntegrator',
    at,
    name: 'Rentals',
    scopes: ['rental-events:read'],
  };
  const events = after(
    add,
    change,
    change,
    key('a'),
    { type: 'RevokeKey', at, keyId: 'a' },
    webhook('w'),
    { type: 'RotateWebhookSecret', at, webhookId: 'w' },
    { type: 'DisableWebhook', at, webhookId: 'w', why: 'failing' },
    { type: 'EnableWebhook', at, webhookId: 'w' },
    { type: 'RemoveWebhook', at, webhookId: 'w' },
    { type: 'RemoveIntegrator', at },
  );
  expect(events.map((event) => event.type)).toEqual(Object.keys(integratorEvents));
  for (const event of events) expect(integratorEvents[event.type].parse(event.data)).toEqual(event.data);
});
