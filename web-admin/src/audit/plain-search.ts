import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import type { AdminQuery } from '../api/http.ts';

export type FeedParams = Readonly<Omit<NonNullable<AdminQuery<'audit-feed/counts'>['query']>, 'until'>>;

/** What a typed search means: the filters, and the words that have no meaning as a filter. */
export interface PlainSearch {
  readonly params: FeedParams;
  readonly rest: string;
}

interface Person {
  readonly id: string | number;
  readonly name: string;
}

export interface Topic {
  readonly label: string;
  readonly pattern: RegExp;
  readonly types?: readonly string[];
  readonly params?: FeedParams;
}

/** The events that integrators send. */
export const RENTAL_EVENTS = {
  types: [
    'ReservationRecorded',
    'InvoiceRecorded',
    'CreditNoteRecorded',
    'CancellationRecorded',
    'NoShowRecorded',
    'HoldPlaced',
    'HoldReleased',
  ],
  params: { automatic: 'true' },
} as const;

/** Topics in the order of matching: the more specific one first. */
export const TOPICS: readonly Topic[] = [
  {
    label: 'Without a reason',
    pattern: /\b(without|no) (a )?reasons?( given)?\b|\bunexplained\b/,
    params: { unexplained: 'true' },
  },
  { label: 'Bank changes', pattern: /\bbank(ing)?( (details|account))?( changes?)?\b/, types: ['BankDetailsChanged'] },
  { label: 'Rate changes', pattern: /\brates?( changes?)?\b/, types: ['PromotionRateChanged'] },
  {
    label: 'Role changes',
    pattern: /\b(roles?|rights|permissions?)( changes?)?\b/,
    types: ['AdminAdded', 'AdminRolesChanged', 'AdminDisabled', 'AdminEnabled'],
  },
  {
    label: 'Sign-ins',
    pattern: /\b(sign[- ]?ins?|log[- ]?ins?|signed in)\b/,
    types: ['SignedIn', 'AdminSignedIn', 'SignInRefused', 'AdminSignInRefused'],
    params: { automatic: 'true' },
  },
  {
    label: 'Approvals',
    pattern: /\b(approvals?|approved|requests?)\b/,
    types: ['ApprovalRequested', 'ApprovalGiven', 'ApprovalRejected', 'ApprovalWithdrawn', 'BreakGlassAsked'],
  },
  {
    label: 'Holds on payments',
    pattern: /\bholds?\b/,
    types: ['PayoutHoldPlaced', 'PayoutHoldReleased', 'PayoutRunHeld'],
    params: { automatic: 'true' },
  },
  {
    label: 'Full numbers viewed or downloaded',
    pattern: /\b(downloads?|downloaded|exports?|viewed|full numbers)\b/,
    types: ['FileOfNumbersTaken', 'NumbersViewed'],
  },
  { label: 'Rental events', pattern: /\brental events?\b/, ...RENTAL_EVENTS },
  { label: 'Corrections', pattern: /\b(corrections?|adjustments?)\b/, types: ['AccountAdjusted'] },
  {
    label: 'Suspensions',
    pattern: /\b(suspensions?|suspended|reinstated)\b/,
    types: ['AgentSuspended', 'AgentReinstated'],
  },
  { label: 'API keys', pattern: /\b(api )?keys?\b/, types: ['IntegratorKeyMade', 'IntegratorKeyRevoked'] },
  { label: 'Reward policy', pattern: /\b(reward )?polic(y|ies)( changes?)?\b/, types: ['RewardPolicySet'] },
  { label: 'Payouts', pattern: /\bpayouts?( runs?)?\b/, params: { aggregate: 'payout-run', automatic: 'true' } },
  { label: 'Promotions', pattern: /\b(promotions?|campaigns?)( changes?)?\b/, params: { aggregate: 'promotion' } },
  { label: 'Enquiries', pattern: /\b(enquir(y|ies)|support)\b/, params: { aggregate: 'enquiry' } },
  { label: 'Agents', pattern: /\bagents?( changes?)?\b/, params: { aggregate: 'agent' } },
];
const REFUSED = /\b(refused|rejected|failed)\b/;

const MONTH_NAMES = 'january february march april may june july august september october november december'.split(' ');
const SHORT_MONTHS = `${MONTH_NAMES.map((month) => month.slice(0, 3)).join('|')}|sept`;
/** A month name; before a year also its short form, because `Jan` alone may be a person's name. */
const MONTH_PATTERN = `(${MONTH_NAMES.join('|')}|(?:${SHORT_MONTHS})(?= \\d{4}\\b))\\b`;
/** A month name or its short form, after the number of a day. */
const MONTH_OF_DAY = `(${MONTH_NAMES.join('|')}|${SHORT_MONTHS})\\b`;
/** Words that connect the others and mean nothing alone. */
const FILLER_WORDS =
  /\b(all|any|every(thing)?|changes?|changed|what|who|did|does|show|me|the|a|an|of|for|in|on|to|by|and|with|made|was|were|events?|entries)\b/g;

const two = (value: number): string => String(value).padStart(2, '0');
const monthIndex = (name: string): number => MONTH_NAMES.findIndex((month) => month.startsWith(name)) + 1;
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The year of a month without one: the latest that has begun. */
function yearOf(month: number, year: string | undefined, today: Day): number {
  if (year) return Number(year);
  const now = Number(today.slice(0, 4));
  return month > Number(today.slice(5, 7)) ? now - 1 : now;
}

function dayOfText(day: string, month: string, year: string | undefined, today: Day): Day {
  const index = monthIndex(month);
  return `${yearOf(index, year, today)}-${two(index)}-${two(Number(day))}`;
}

const weekday = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

type Period = readonly [pattern: RegExp, range: (match: RegExpExecArray, today: Day) => FeedParams];

const PERIODS: readonly Period[] = [
  [
    new RegExp(
      `\\b(?:(?:between|from) )?(\\d{1,2})(?: ${MONTH_OF_DAY})?(?: (\\d{4}))? (?:and|to|until) (\\d{1,2}) ${MONTH_OF_DAY}(?: (\\d{4}))?`,
    ),
    ([, firstDay = '', firstMonth, firstYear, lastDayText = '', month = '', year], today) => ({
      from: dayOfText(firstDay, firstMonth ?? month, firstYear ?? year, today),
      to: dayOfText(lastDayText, month, year, today),
    }),
  ],
  [
    new RegExp(`\\b(since|after|until|before|on)? ?(\\d{1,2}) ${MONTH_OF_DAY}(?: (\\d{4}))?`),
    ([, word, day = '', month = '', year], today) => {
      const date = dayOfText(day, month, year, today);
      if (word === 'since' || word === 'after') return { from: date };
      return word === 'until' || word === 'before' ? { to: date } : { from: date, to: date };
    },
  ],
  [
    new RegExp(`\\b(?:in |since )?${MONTH_PATTERN}(?: (\\d{4})\\b)?`),
    ([text, month = '', year], today) => {
      const index = monthIndex(month);
      const searchedYear = yearOf(index, year, today);
      const from = `${searchedYear}-${two(index)}-01`;
      return text.startsWith('since')
        ? { from }
        : { from, to: `${searchedYear}-${two(index)}-${two(lastDay(searchedYear, index))}` };
    },
  ],
  [/\btoday\b/, (_match, today) => ({ from: today, to: today })],
  [/\byesterday\b/, (_match, today) => ({ from: addDays(today, -1), to: addDays(today, -1) })],
  [/\bthis week\b/, (_match, today) => ({ from: addDays(today, -weekday(today)), to: today })],
  [
    /\blast week\b/,
    (_match, today) => ({ from: addDays(today, -weekday(today) - 7), to: addDays(today, -weekday(today) - 1) }),
  ],
  [/\bthis month\b/, (_match, today) => ({ from: `${today.slice(0, 8)}01`, to: today })],
  [
    /\blast month\b/,
    (_match, today) => {
      const to = addDays(`${today.slice(0, 8)}01`, -1);
      return { from: `${to.slice(0, 8)}01`, to };
    },
  ],
  [/\bin (20\d{2})\b/, ([, year]) => ({ from: `${year}-01-01`, to: `${year}-12-31` })],
];

/** Takes the first match of a pattern out of a text. */
function take(text: string, pattern: RegExp): readonly [RegExpExecArray | null, string] {
  const match = pattern.exec(text);
  return match ? [match, `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`] : [null, text];
}

/**
 * Such as `bank changes by Admin 2 in May`. Administrators' names match without regard to case, the longest first. What
 * is not understood is in `rest`.
 */
export function parseSearch(typed: string, people: readonly Person[], today: Day): PlainSearch {
  let text = ` ${typed.toLowerCase().replace(/[?!,.“”"]/g, ' ')} `;
  let params: FeedParams = {};
  const byLength = [...people].sort((a, b) => b.name.length - a.name.length);
  const person = byLength.find(({ name }) => text.includes(` ${name.toLowerCase()} `));
  if (person) {
    text = text.replace(` ${person.name.toLowerCase()} `, ' ');
    params = { ...params, actorKind: 'admin', actorId: String(person.id) };
  } else {
    const [by, without] = take(text, /\bby (the )?(agents?|integrators?|system|administrators?|admins?)\b/);
    if (by) {
      text = without;
      const kind = (by[2] ?? '').replace(/s$/, '').replace('administrator', 'admin');
      params = {
        ...params,
        actorKind: kind,
        ...(kind === 'system' || kind === 'integrator' ? { automatic: 'true' } : {}),
      };
    }
  }
  for (const [pattern, range] of PERIODS) {
    const [match, without] = take(text, pattern);
    if (!match) continue;
    text = without;
    params = { ...params, ...range(match, today) };
    break;
  }
  const [refused, withoutRefused] = take(text, REFUSED);
  if (refused) {
    text = withoutRefused;
    params = { ...params, outcome: 'refused' };
  }
  for (const { pattern, types, params: own } of TOPICS) {
    const [match, without] = take(text, pattern);
    if (!match) continue;
    text = without;
    params = { ...params, ...own, ...(types ? { types: types.join(',') } : {}) };
    break;
  }
  return { params, rest: text.replace(FILLER_WORDS, ' ').replace(/\s+/g, ' ').trim() };
}
