import { beforeEach, expect, test } from 'vitest';
import { forgetSession, keepAgentName, keepAgentSession, sessionStore } from './session.ts';

const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims))}.x`;
const AGENT = { id: 7, firstName: 'Thandi', surname: 'Nkosi', loyaltyTrackingNo: 'FT1', idNumber: '8001015009087' };
const LOGIN = {
  emailAddress: 't@cape.co.za',
  communicationMethod: 'C',
  cellNumber: '27821234567',
  message: '',
} as const;

beforeEach(() => localStorage.clear());

test('after sign-in an agent’s data lie under the specification’s keys, and no more of them than it names', () => {
  keepAgentSession(tokenOf({ role: 'TravelAgent' }), { ...AGENT, taxNumber: 'secret' } as typeof AGENT, LOGIN);
  expect(JSON.parse(localStorage.getItem('travelAgent') ?? '')).toEqual(AGENT);
  expect(localStorage.getItem('UserId')).toBe('7');
  expect(localStorage.getItem('idNumber')).toBe('8001015009087');
  expect(sessionStore.read()).toMatchObject({ role: 'agent', agent: { firstName: 'Thandi' } });
});

test('a changed name appears in the session immediately, and the rest stays', () => {
  keepAgentSession(tokenOf({ role: 'TravelAgent' }), AGENT, LOGIN);
  keepAgentName({ firstName: 'Thandi', surname: 'Mokoena' });
  expect(sessionStore.read()?.agent).toEqual({ ...AGENT, surname: 'Mokoena' });
});

test('any role that is not an admin’s is an agent’s', () => {
  keepAgentSession(tokenOf({ role: 'Whatever' }), AGENT, LOGIN);
  expect(sessionStore.read()?.role).toBe('agent');
});

test('an expired token is not a session', () => {
  keepAgentSession(tokenOf({ role: 'TravelAgent', exp: 1 }), AGENT, LOGIN);
  expect(sessionStore.read()).toBeNull();
});

test('logging out removes all data of the person', () => {
  keepAgentSession(tokenOf({ role: 'TravelAgent' }), AGENT, LOGIN);
  localStorage.setItem('theme', 'dark');
  forgetSession();
  expect(sessionStore.read()).toBeNull();
  expect(Object.keys(localStorage)).toEqual(['theme']);
});
