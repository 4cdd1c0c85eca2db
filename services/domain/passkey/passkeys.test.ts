import { describe, expect, test } from 'vitest';
import {
  assertPasskeyUsable,
  decidePasskeys,
  evolvePasskeys,
  MAX_PASSKEYS,
  type PasskeyCommand,
  type PasskeyEvent,
  type Passkeys,
  withUse,
} from './passkeys.ts';

const at = '2026-05-04T08:00:00.000Z';
const later = '2026-05-05T08:00:00.000Z';
const id = (n: number) => `3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c${String(n).padStart(2, '0')}`;
const added = (n: number, signCount = 0): PasskeyEvent => ({
  type: 'PasskeyAdded',
  data: {
    passkeyId: id(n),
    signCount,
    addedAt: at,
    personal: { name: `Phone ${n}`, credentialId: `credential-${n}`, publicKey: 'key', transports: ['internal'] },
  },
});
const given = (...events: PasskeyEvent[]): Passkeys => events.reduce(evolvePasskeys, []);
const add = (n: number): PasskeyCommand => ({
  type: 'AddPasskey',
  passkeyId: id(n),
  name: `Phone ${n}`,
  credentialId: `credential-${n}`,
  publicKey: 'key',
  transports: ['internal'],
  signCount: 0,
});

describe('a passkey', () => {
  test('is added with its key and name as personal data', () => {
    expect(decidePasskeys(add(1), [], at)).toEqual([added(1)]);
  });

  test('is added once', () => {
    expect(() =>
      decidePasskeys({ ...add(2), credentialId: 'credential-1' } as PasskeyCommand, given(added(1)), at),
    ).toThrow('already in your account');
  });

  test('is refused beyond the most that a person can have', () => {
    const full = given(...Array.from({ length: MAX_PASSKEYS }, (_, n) => added(n)));
    expect(() => decidePasskeys(add(50), full, at)).toThrow(`You have ${MAX_PASSKEYS} passkeys`);
  });

  test('is renamed with both names, and not for the same name', () => {
    const rename = (name: string) =>
      decidePasskeys({ type: 'RenamePasskey', passkeyId: id(1), name }, given(added(1)), later);
    expect(rename('Tablet')).toEqual([
      {
        type: 'PasskeyRenamed',
        data: { passkeyId: id(1), renamedAt: later, personal: { from: 'Phone 1', to: 'Tablet' } },
      },
    ]);
    expect(rename('Phone 1')).toEqual([]);
  });

  test('is removed once', () => {
    const remove: PasskeyCommand = { type: 'RemovePasskey', passkeyId: id(1) };
    const removed = decidePasskeys(remove, given(added(1)), later);
    expect(removed).toEqual([{ type: 'PasskeyRemoved', data: { passkeyId: id(1), removedAt: later } }]);
    expect(() => decidePasskeys(remove, given(added(1), ...removed), later)).toThrow('Passkey not found.');
  });

  test('keeps nothing personal where the events have none', () => {
    const erased = { ...added(1), data: { ...added(1).data, personal: null } } as PasskeyEvent;
    expect(given(erased)).toMatchObject([{ passkeyId: id(1), name: '', publicKey: '', credentialId: '' }]);
  });
});

describe('the use of a passkey', () => {
  test('stores the counter and the time', () => {
    expect(withUse(given(added(1)), { passkeyId: id(1), signCount: 4 }, later)).toMatchObject([
      { signCount: 4, lastUsedAt: later },
    ]);
  });

  test('is accepted without a counter, and with one that has risen', () => {
    expect(() => assertPasskeyUsable({ passkeyId: id(1), signCount: 0 }, given(added(1)))).not.toThrow();
    expect(() => assertPasskeyUsable({ passkeyId: id(1), signCount: 6 }, given(added(1, 5)))).not.toThrow();
  });

  test.each([
    ['has not risen', 5],
    ['went back', 3],
    ['stopped', 0],
  ])('is refused when its counter %s', (_, signCount) => {
    expect(() => assertPasskeyUsable({ passkeyId: id(1), signCount }, given(added(1, 5)))).toThrow('not accepted');
  });

  test('is refused for a removed passkey', () => {
    expect(() => assertPasskeyUsable({ passkeyId: id(2), signCount: 0 }, given(added(1)))).toThrow('not accepted');
  });
});
