import { expect, test } from 'vitest';
import { fold } from '../decider.ts';
import { type ReferralEvent, referralEvents } from './events.ts';
import { REFERRAL_MESSAGES, type ReferralCommand, referralDecider } from './referral.ts';

const at = '2026-05-04T08:00:00.000Z';
const person = {
  firstName: 'Sipho',
  surname: 'Dube',
  emailAddress: 'sipho@other.example',
  contactNumber: '+27831234567',
  iataNumber: '77201010',
  agencyName: 'Other Travel',
};
const own = { emailAddress: 'thandi@agency.example', cellNumber: '+27821234567' };
const refer: ReferralCommand = {
  type: 'ReferAgent',
  at,
  referralId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11',
  referredByAgentId: 7,
  own,
  person,
};
const registered: ReferralCommand = { type: 'RegisterReferral', at, agentId: 9 };
const completed: ReferralCommand = { type: 'CompleteReferral', at, agentId: 9 };
const forget: ReferralCommand = { type: 'ForgetReferred', at };

function after(...commands: ReferralCommand[]): ReferralEvent[] {
  const events: ReferralEvent[] = [];
  for (const command of commands)
    events.push(...referralDecider.decide(command, fold(referralDecider, referralDecider.initial, events)));
  return events;
}
const types = (...commands: ReferralCommand[]) => after(...commands).map((event) => event.type);

test('an invitation is registered, then completed, then forgotten, each once', () => {
  expect(types(refer, registered, registered, completed, completed, forget, forget)).toEqual(
    Object.keys(referralEvents),
  );
});

test('a code entered without the call in between completes it all the same', () => {
  expect(types(refer, completed)).toEqual(['AgentReferred', 'ReferralRegistered', 'ReferralCompleted']);
});

test.each([
  { ...person, emailAddress: 'THANDI@agency.example' },
  { ...person, contactNumber: own.cellNumber },
])('nobody refers themselves', (self) => {
  expect(() => after({ ...refer, person: self } as ReferralCommand)).toThrow(REFERRAL_MESSAGES.oneself);
});

test('every event of a referral fits its schema', () => {
  for (const event of after(refer, completed, forget))
    expect(referralEvents[event.type].parse(event.data)).toEqual(event.data);
});
