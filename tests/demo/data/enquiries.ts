import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import type { EnquiryStatus, QueryType } from '@fynbos/domain/enquiry/events.ts';
import type { DemoAgent } from './agents.ts';
import { type Random, randomOf } from './random.ts';

export interface DemoEnquiry {
  readonly key: string;
  readonly on: Day;
  readonly email: string;
  readonly typeOfQuery: QueryType;
  readonly queryDetails: string;
  /** Actions of support, in order. */
  readonly handling: readonly { readonly on: Day; readonly status: EnquiryStatus; readonly answer: string | null }[];
}

/** Fixed number, because the limit on enquiries applies to the demo too. */
const COUNT = 34;

const ASKED: readonly (readonly [QueryType, string, string])[] = [
  [
    'incentives',
    'A rental from last week does not show under this month. The client returned the car on Friday.',
    'The branch closed its books late. The rental is in your list now.',
  ],
  [
    'incentives',
    'Two of my rentals were declined as “code not active”. We booked them on the day the campaign ended.',
    'Both reservations were made the day after the campaign ended. The decision stands; the dates are on the campaign’s page.',
  ],
  [
    'incentives',
    'Why is tax deducted from my rewards? I am registered for provisional tax.',
    'Rewards are paid with 25% PAYE. If you hold a directive, send it to us and finance records it.',
  ],
  [
    'incentives',
    'One reservation has been pending for three weeks. The client says the damage was settled.',
    'The hold was released today after the branch confirmed the settlement.',
  ],
  [
    'incentives',
    'The reward is R50 although the rental was R320. Is that the minimum?',
    'Yes: the minimum reward for a reservation is R50 before tax.',
  ],
  [
    'account',
    'I changed banks. When will the next payment go to the new account?',
    'A new account cools for 72 hours, after that payments go to it.',
  ],
  [
    'account',
    'Our agency moved to new offices. Must I update the address or will you?',
    'We changed the address of your agency. You can also do it under Profile.',
  ],
  [
    'account',
    'I got married and my surname changed. What do you need from me?',
    'We updated your surname from the copy of your ID that you sent.',
  ],
  [
    'account',
    'I entered my old password wrongly twice and cannot change it any more.',
    'Your account is unlocked. Please try again.',
  ],
  [
    'account',
    'Please confirm that my employer’s consent is on record.',
    'It is: given on the day of your registration.',
  ],
  [
    'other',
    'Do you have branch opening hours over the long weekend?',
    'Airport branches are open every day, city branches on Saturday until noon.',
  ],
  [
    'other',
    'Could somebody present the programme at our staff meeting?',
    'With pleasure. Our area manager will call you to agree on a date.',
  ],
  [
    'other',
    'We would like to register three more consultants. Is there a form for several people?',
    'Send us the list and we add them; each gets a mail to set a password.',
  ],
];

/** Enquiries of agents and visitors over the year: resolved, in progress and new. */
export function makeEnquiries(
  seed: number,
  first: Day,
  last: Day,
  days: number,
  agents: readonly DemoAgent[],
): readonly DemoEnquiry[] {
  const random = randomOf(seed, 'enquiries');
  return Array.from({ length: COUNT }, (_, n) => {
    const on = addDays(first, Math.round(6 + ((days - 9) * n) / COUNT));
    const [typeOfQuery, queryDetails, answer] = random.pick(ASKED);
    const there = agents.filter(({ joinedOn, how }) => joinedOn < on && how !== 'waiting');
    const email =
      typeOfQuery === 'other' || there.length === 0
        ? `${random.pick(['info', 'bookings', 'reception', 'manager'])}@${random.pick(agents).agency.domain}`
        : random.pick(there).form.emailAddress;
    // Old enquiries are resolved; some of the latest are untouched.
    const age = COUNT - n;
    const handling = age <= 4 ? [] : handlingOf(random, on, last, answer, age);
    return { key: `q${n}`, on, email, typeOfQuery, queryDetails, handling };
  });
}

function handlingOf(random: Random, on: Day, last: Day, answer: string, age: number): DemoEnquiry['handling'] {
  const steps: { on: Day; status: EnquiryStatus; answer: string | null }[] = [];
  let day = addDays(on, random.int(0, 2));
  const path: EnquiryStatus[] = random.weighted<EnquiryStatus[]>([
    [['Resolved'], 5],
    [['Activated', 'Resolved'], 5],
    [['Activated', 'Escalated', 'Resolved'], 2],
    [['Escalated', 'Resolved'], 2],
  ]);
  // Enquiries in progress.
  const begun: EnquiryStatus[] = age % 2 === 0 ? ['Activated'] : ['Activated', 'Escalated'];
  for (const status of age <= 9 ? begun : path) {
    if (day > last) break;
    steps.push({ on: day, status, answer: status === 'Resolved' ? answer : null });
    day = addDays(day, random.int(1, 6));
  }
  return steps;
}
