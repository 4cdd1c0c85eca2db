import { describe, expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import { type AdminCommand, adminDecider } from './admin.ts';
import { type AdminEvent, adminEvents } from './events.ts';
import { ADMIN_ROLES, grantOf, PERMISSIONS, type Permission, permissionsOf } from './permissions.ts';

const at = '2026-05-04T08:00:00.000Z';
const add: Timed<AdminCommand> = {
  type: 'AddAdmin',
  at,
  adminId: 1,
  roles: ['Finance', 'Admin'],
  name: 'Lindiwe',
  email: 'l@fynbos.example',
  passwordHash: 'h',
};

function after(...commands: Timed<AdminCommand>[]): AdminEvent[] {
  const events: AdminEvent[] = [];
  for (const command of commands)
    events.push(...decideTimed(adminDecider, command, fold(adminDecider, adminDecider.initial, events)));
  return events;
}
const stateAfter = (...commands: Timed<AdminCommand>[]) => fold(adminDecider, adminDecider.initial, after(...commands));

test('an administrator has the roles given, and the same roles again change nothing', () => {
  expect(stateAfter(add)).toMatchObject({ status: 'enabled', roles: ['Admin', 'Finance'], email: 'l@fynbos.example' });
  expect(after(add, { type: 'ChangeAdminRoles', at, roles: ['Finance', 'Admin', 'Admin'] })).toHaveLength(1);
  expect(() => after(add, { type: 'ChangeAdminRoles', at, roles: [] })).toThrow('At least one role is required.');
  expect(() => after(add, add)).toThrow('already exists');
});

const askLink = {
  type: 'RequestAdminPasswordLink',
  at,
  requestId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c12',
  how: 'set',
} as const satisfies Timed<AdminCommand>;
const setBy = (when: string): Timed<AdminCommand> => ({
  type: 'SetAdminPassword',
  at: when,
  requestId: askLink.requestId,
  passwordHash: 'n',
});

test('the link of a new administrator sets a password once, within seven days, unless disabled', () => {
  expect(stateAfter(add, askLink, setBy('2026-05-11T07:59:59.000Z'))).toMatchObject({ passwordHash: 'n' });
  expect(() => after(add, askLink, setBy('2026-05-11T08:00:00.000Z'))).toThrow('Invalid or missing token.');
  expect(() => after(add, askLink, setBy(at), setBy(at))).toThrow('Invalid or missing token.');
  const other = { ...askLink, requestId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c13' } as const;
  expect(() =>
    after(add, other, askLink, setBy(at), { ...setBy(at), requestId: other.requestId } as Timed<AdminCommand>),
  ).toThrow('Invalid or missing token.');
  expect(() => after(add, askLink, { type: 'DisableAdmin', at, reason: 'left' }, setBy(at))).toThrow();
  expect(() => after(add, setBy(at))).toThrow('Invalid or missing token.');
  expect(after(add, askLink, askLink), 'a request is decided once').toHaveLength(2);
  expect(after(add, askLink, setBy(at), askLink), 'also after the password was set').toHaveLength(3);
});

const signInWith = (passwordVersion: number): Timed<AdminCommand> => ({
  type: 'RecordAdminSignIn',
  at,
  sessionId: askLink.requestId,
  passwordVersion,
});

test('an old password and a disabled administrator cannot sign in', () => {
  expect(after(add, signInWith(0)).at(-1)?.type).toBe('AdminSignedIn');
  expect(() => after(add, askLink, setBy(at), signInWith(0))).toThrow('The password was changed in the meantime.');
  expect(after(add, askLink, setBy(at), signInWith(1)).at(-1)?.type).toBe('AdminSignedIn');
  expect(() => after(add, { type: 'DisableAdmin', at, reason: 'left' }, signInWith(0))).toThrow('disabled');
});

const passkeyId = 'b7a0a7ae-5c55-4c0e-9c9a-6b6a0b8e1c31';
const addPasskey: Timed<AdminCommand> = {
  type: 'AddPasskey',
  at,
  passkeyId,
  name: 'Laptop',
  credentialId: 'credential',
  publicKey: 'key',
  transports: [],
  signCount: 0,
};
const usePasskey = (signCount: number): Timed<AdminCommand> => ({
  type: 'SignInWithPasskey',
  at,
  sessionId: askLink.requestId,
  passkey: { passkeyId, signCount },
});

test('a passkey signs an administrator in until a password is set by a link', () => {
  expect(after(add, addPasskey, usePasskey(1)).at(-1)?.type).toBe('AdminSignedIn');
  expect(() => after(add, addPasskey, usePasskey(1), usePasskey(1))).toThrow('not accepted');
  expect(() => after(add, addPasskey, askLink, setBy(at), usePasskey(1))).toThrow('not accepted');
  expect(() => after(add, addPasskey, { type: 'DisableAdmin', at, reason: 'left' }, usePasskey(1))).toThrow('disabled');
});

test('every event of an administrator fits its schema', () => {
  const events = after(
    add,
    { type: 'ChangeAdminRoles', at, roles: ['Auditor'] },
    askLink,
    { type: 'SetAdminPassword', at, requestId: askLink.requestId, passwordHash: 'n' },
    addPasskey,
    { type: 'RenamePasskey', at, passkeyId, name: 'Computer' },
    { type: 'RemovePasskey', at, passkeyId },
    { type: 'DisableAdmin', at, reason: 'left' },
    { type: 'EnableAdmin', at, reason: 'back' },
    signInWith(1),
    { type: 'RecordFileDownload', at, file: 'tax-file', of: 'tax-years/2026' },
    { type: 'RecordRefusedAdminSignIn', at, why: 'wrong-password' },
  );
  expect(events.map((event) => event.type)).toEqual(Object.keys(adminEvents));
  for (const event of events) expect(adminEvents[event.type].parse(event.data)).toEqual(event.data);
});

describe('permissions', () => {
  test('an operator sees no person and an auditor changes nothing', () => {
    expect(permissionsOf(['Operator']).filter((permission) => permission.startsWith('agents'))).toEqual([]);
    expect(permissionsOf(['Auditor']).every((permission) => permission.endsWith(':see'))).toBe(true);
  });

  test("an agent's bank details need approval, whatever the other rights", () => {
    expect(ADMIN_ROLES.map((role) => grantOf([role], 'agents:change-bank-or-contact'))).toEqual([
      'second',
      null,
      null,
      null,
      null,
    ]);
    expect(grantOf([...ADMIN_ROLES], 'agents:change-bank-or-contact')).toBe('second');
  });

  test('money moves only with an approval by finance', () => {
    for (const permission of [
      'payouts:change',
      'policy:change',
      'tax:change',
      'corrections:make',
      'holds:release-large',
    ] as const) {
      expect(PERMISSIONS[permission]).toEqual({ Finance: 'second' });
    }
  });

  test('exactly these actions need the approval of a second person (X3)', () => {
    const needsApproval = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) =>
      ADMIN_ROLES.some((role) => grantOf([role], permission) === 'second'),
    );
    expect(needsApproval).toEqual([
      'agents:change-bank-or-contact',
      'promotions:back-date',
      'payouts:change',
      'policy:change',
      'tax:change',
      'corrections:make',
      'months:close',
      'holds:release-large',
      'admins:change',
      'break-glass',
    ]);
  });

  test('several roles give the widest of their rights', () => {
    expect(grantOf(['Support', 'Finance'], 'enquiries:answer')).toBe('yes');
    expect(grantOf([], 'agents:see')).toBeNull();
  });
});
