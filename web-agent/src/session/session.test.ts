import type { OtpVerified } from '@fynbos/api/sign-in/answers.ts';
import { beforeEach, expect, test } from 'vitest';
import { clearStoredSession, sessionStore, storeAgentName, storeSession } from './session.ts';

const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`;
const AGENT = { id: 7, firstName: 'Thandi', surname: 'Nkosi', loyaltyTrackingNo: 'FT1', idNumber: '8001015009087' };
const CONTACT = { emailAddress: 't@cape.co.za', communicationMethod: 'C', cellNumber: '27821234567' };
const signIn = (claims: object) =>
  storeSession(
    { token: tokenOf(claims), travelAgent: { ...AGENT, ...CONTACT, taxNumber: 'secret' } } as unknown as OtpVerified,
    '/agent/home',
  );

beforeEach(() => localStorage.clear());

test('stores an agent’s data after sign-in under the specification’s keys, and no others', () => {
  expect(signIn({ role: 'TravelAgent' })).toBe('/agent/home');
  expect(JSON.parse(localStorage.getItem('travelAgent') ?? '')).toEqual(AGENT);
  expect(localStorage.getItem('UserId')).toBe('7');
  expect(localStorage.getItem('idNumber')).toBe('8001015009087');
  expect(JSON.parse(localStorage.getItem('userDetails') ?? '')).toEqual({ ...CONTACT, message: '' });
  expect(sessionStore.read()).toMatchObject({ role: 'agent', agent: { firstName: 'Thandi' } });
});

test('a changed name appears in the session immediately, and the rest stays', () => {
  signIn({ role: 'TravelAgent' });
  storeAgentName({ firstName: 'Thandi', surname: 'Mokoena' });
  expect(sessionStore.read()?.agent).toEqual({ ...AGENT, surname: 'Mokoena' });
});

test('treats any role that is not an admin’s as an agent’s', () => {
  signIn({ role: 'Whatever' });
  expect(sessionStore.read()?.role).toBe('agent');
});

test('an expired token is not a session', () => {
  signIn({ role: 'TravelAgent', exp: 1 });
  expect(sessionStore.read()).toBeNull();
});

test('logging out removes all data of the person', () => {
  signIn({ role: 'TravelAgent' });
  localStorage.setItem('theme', 'dark');
  clearStoredSession();
  expect(sessionStore.read()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});

test('an administrator’s sign-in opens the dashboard, which reads the same keys', () => {
  const admin = { adminId: 1, email: 'a@fynbos.example', token: tokenOf({ role: 'Admin' }), name: 'Ada', roles: [] };
  expect(storeSession(admin, '/agent/home')).toBe('/admin/home');
  expect(sessionStore.read()).toMatchObject({ role: 'admin', agent: null });
  expect(localStorage.getItem('adminName')).toBe('Ada');
});
