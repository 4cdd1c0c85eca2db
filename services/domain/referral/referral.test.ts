import { expect, test } from 'vitest';
import { DAY_MS } from '../calendar.ts';
import { fold } from '../decider.ts';
import { decideTimed, type Timed } from '../testing/timed.ts';
import {
  REFERRAL_MESSAGES,
  type ReferralCommand,
  type ReferralEvent,
  referralDecider,
  referralEvents,
} from './referral.ts';

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
const refer: Timed<ReferralCommand> = {
  type: 'ReferAgent',
  at,
  referralId: '3f0e2f5e-8d0b-4b1c-9e53-0d2a0b8e1c11',
  referredByAgentId: 7,
  own,
  person,
};
const registered: Timed<ReferralCommand> = { type: 'RegisterReferral', at, agentId: 9 };
const completed: Timed<ReferralCommand> = { type: 'CompleteReferral', at, agentId: 9 };
const forget: Timed<ReferralCommand> = { type: 'EraseReferred', at };

function after(...commands: Timed<ReferralCommand>[]): ReferralEvent[] {
  const events: ReferralEvent[] = [];
  for (const command of commands)
    events.push(...decideTimed(referralDecider, command, fold(referralDecider, referralDecider.initial, events)));
  return events;
}
const types = (...commands: Timed<ReferralCommand>[]) => after(...commands).map((event) => event.type);

test('marks a referral by a personal link', () => {
  expect(after({ ...refer, by: 'link' } as Timed<ReferralCommand>)[0]?.data).toMatchObject({
    by: 'link',
    personal: person,
  });
  expect(after(refer)[0]?.data).not.toHaveProperty('by');
});

test('an invitation is registered, completed and erased, each once', () => {
  expect(types(refer, registered, registered, completed, completed, forget, forget)).toEqual([
    'AgentReferred',
    'ReferralRegistered',
    'ReferralCompleted',
    'ReferredPersonForgotten',
  ]);
});

test('a pending invitation is reminded once a week and three times in all, by its own agent', () => {
  const remind = (days: number, agentId = 7): Timed<ReferralCommand> => ({
    type: 'RemindReferred',
    agentId,
    at: new Date(Date.parse(at) + days * DAY_MS).toISOString(),
  });
  expect(types(refer, remind(7), remind(14), remind(21))).toEqual([
    'AgentReferred',
    ...Array.from({ length: 3 }, () => 'ReferralReminded'),
  ]);
  expect(() => after(refer, remind(6.9))).toThrow(REFERRAL_MESSAGES.reminderTooSoon);
  expect(() => after(refer, remind(7), remind(13))).toThrow(REFERRAL_MESSAGES.reminderTooSoon);
  expect(() => after(refer, remind(7), remind(14), remind(21), remind(99))).toThrow(REFERRAL_MESSAGES.reminderTooSoon);
  expect(() => after(refer, remind(7, 8))).toThrow(REFERRAL_MESSAGES.none);
  expect(() => after(refer, registered, remind(7))).toThrow(REFERRAL_MESSAGES.notPending);
  expect(() => after(refer, forget, remind(7))).toThrow(REFERRAL_MESSAGES.notPending);
  expect(() => after(remind(7))).toThrow(REFERRAL_MESSAGES.none);
});

test('an entered code completes a referral that was never marked as registered', () => {
  expect(types(refer, completed)).toEqual(['AgentReferred', 'ReferralRegistered', 'ReferralCompleted']);
});

test.each([
  { ...person, emailAddress: 'THANDI@agency.example' },
  { ...person, contactNumber: own.cellNumber },
])('an agent cannot refer themselves', (self) => {
  expect(() => after({ ...refer, person: self } as Timed<ReferralCommand>)).toThrow(REFERRAL_MESSAGES.oneself);
});

test('every event of a referral fits its schema', () => {
  const remind: Timed<ReferralCommand> = { type: 'RemindReferred', at: '2026-06-04T08:00:00.000Z', agentId: 7 };
  for (const event of after(refer, remind, completed, forget))
    expect(referralEvents[event.type].parse(event.data)).toEqual(event.data);
});
