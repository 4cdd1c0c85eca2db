import { expect, test } from 'vitest';
import { adminEvents } from '../admin/events.ts';
import { catalogue } from '../catalogue.ts';
import { integratorEvents } from '../integrator/events.ts';
import { CHANGES_THAT_NEED_A_REASON, ROUTINE_TYPES } from './event-kinds.ts';

test('names only types of the catalogue', () => {
  for (const type of [...ROUTINE_TYPES, ...CHANGES_THAT_NEED_A_REASON]) expect(catalogue.has(type), type).toBe(true);
});

test('a change of an administrator or an integrator needs a reason (V1)', () => {
  // Own actions of an administrator, records of other actions, and what needs an approval.
  const others = new Set([
    'AdminAdded',
    'AdminPasskeyAdded',
    'AdminPasskeyRemoved',
    'AdminPasskeyRenamed',
    'AdminPasswordChanged',
    'AdminPasswordLinkRequested',
    'AdminSignedIn',
    'AdminSignInRefused',
    'FileOfNumbersTaken',
  ]);
  for (const type of [...Object.keys(adminEvents), ...Object.keys(integratorEvents)])
    expect(CHANGES_THAT_NEED_A_REASON.includes(type), type).toBe(!others.has(type));
});
