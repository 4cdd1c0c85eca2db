import type { Consent } from '@fynbos/domain/agent/events.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { formatCode, formatDay, formatInstant, formatRand } from '@fynbos/domain/format.ts';
import { RULES } from '@fynbos/domain/rental/explain.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { LABELS } from '../agents/labels.ts';
import { senderOf } from '../pdf/letter.ts';
import { type Paper, pdfOf } from '../pdf/paper.ts';
import type { OwnData } from './own-data.ts';
import { CONSENT_NAMES } from './own-history.ts';

const GROUP_NAMES: Readonly<Record<string, string>> = {
  rewards: 'Messages about rewards',
  payouts: 'Messages about payouts and tax certificates',
  digest: 'Summary of each month',
};
const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');
const instantOf = (at: string | Date): string => formatInstant(new Date(at).toISOString());
const centsOf = (rand: number): number => Math.round(rand * 100);
const amountOf = (rand: number): string => formatRand(centsOf(rand));

/** The facts of a record under their names on the forms. */
const named = (record: object, fields: readonly (keyof typeof LABELS)[]): [string, string][] =>
  fields.map((field) => [LABELS[field], String((record as Readonly<Record<string, unknown>>)[field] ?? '')]);

const people = ({ person, banking }: OwnData): Paper['sections'] => [
  {
    heading: 'You and your agency',
    facts: [
      ...named(person, ['title', 'initials', 'firstName', 'surname', 'idNumber', 'emailAddress']),
      ['Cell Number', `+${person.countryDialCode.replace('+', '')} ${person.cellNumber}`],
      ...named(person, ['telephoneNumber', 'taxCountry', 'taxNumber', 'agencyName', 'iataNumber']),
      ...named(person, ['physicalAddressLine1', 'physicalAddressLine2', 'physicalAddressLine3', 'postalCode']),
      ['Loyalty tracking number', person.loyaltyTrackingNo ?? ''],
      ['Member since', formatDay(person.activeFrom)],
      ['Status', formatCode(person.status)],
    ],
  },
  {
    heading: 'Bank account',
    facts: [
      ['Bank', banking.bankName === 'OTHER' || banking.bankName === '' ? banking.otherBankName : banking.bankName],
      ...named(banking, ['bankAccountHolderName', 'bankAccountNumber', 'branchCode', 'branchName']),
      ['Last changed', banking.changedAt ? instantOf(banking.changedAt) : ''],
    ],
  },
];

const choices = ({ consents, notices, person }: OwnData): Paper['sections'][number] => ({
  heading: 'Consents and messages',
  facts: [
    ...Object.entries(consents).map(([name, given]) => [CONSENT_NAMES[name as Consent], yesOrNo(given)] as const),
    ['Codes by', person.communicationMethod === 'E' ? 'Email' : 'SMS'],
    ['Messages by email', yesOrNo(notices.byEmail ?? true)],
    ['Messages by SMS', yesOrNo(notices.bySms ?? true)],
    ...Object.entries(GROUP_NAMES).map(([name, label]) => [label, yesOrNo(notices[name] ?? true)] as const),
  ],
});

const rewards = ({ rewards: all }: OwnData): Paper['sections'][number] => ({
  heading: 'Rewards',
  table: {
    columns: [
      { title: 'Invoiced', share: 14 },
      { title: 'Reservation', share: 18 },
      { title: 'Code', share: 19 },
      { title: 'Status', share: 12 },
      { title: 'Gross', share: 13, number: true },
      { title: 'PAYE', share: 12, number: true },
      { title: 'Nett', share: 13, number: true },
    ],
    rows: all.map((reward) => [
      formatDay(reward.invoiceDate),
      reward.reservationNo,
      reward.promoCode ?? '–',
      reward.status,
      ...[reward.grossAmount, reward.paye, reward.nettAmount].map(amountOf),
    ]),
    notes: all.map(({ reason }) =>
      reason === null ? '' : (RULES[reason as keyof typeof RULES] ?? formatCode(reason)),
    ),
    empty: 'None.',
  },
});

const contacts = ({ referrals, enquiries }: OwnData): Paper['sections'] => [
  {
    heading: 'People you referred',
    table: {
      columns: [
        { title: 'Referred', share: 16 },
        { title: 'Name', share: 26 },
        { title: 'Email address', share: 38 },
        { title: 'Agency', share: 28 },
        { title: 'Status', share: 14 },
      ],
      rows: referrals.map((one) => [
        formatDay(dayOf(new Date(one.referredOn))),
        `${one.firstName} ${one.surname}`.trim(),
        one.emailAddress,
        one.agencyName,
        one.registrationStatus,
      ]),
      empty: 'None.',
    },
  },
  {
    heading: 'Enquiries',
    table: {
      columns: [
        { title: 'Sent', share: 16 },
        { title: 'Reference', share: 20 },
        { title: 'Type', share: 14 },
        { title: 'Status', share: 14 },
      ],
      rows: enquiries.map((one) => [
        formatDay(dayOf(new Date(one.dateCreated))),
        one.referenceNumber,
        formatCode(one.typeOfQuery),
        one.status,
      ]),
      notes: enquiries.map(({ queryDetails }) => queryDetails),
      empty: 'None.',
    },
  },
];

const activity = ({ sessions, history }: OwnData): Paper['sections'] => [
  {
    heading: 'Devices that are signed in',
    table: {
      columns: [
        { title: 'Device', share: 30 },
        { title: 'Network', share: 20 },
        { title: 'Signed in', share: 25 },
        { title: 'Last active', share: 25 },
      ],
      rows: sessions.map((one) => [one.device, one.network, instantOf(one.createdAt), instantOf(one.lastSeenAt)]),
      empty: 'None.',
    },
  },
  {
    heading: 'Account activity',
    table: {
      columns: [
        { title: 'Time', share: 24 },
        { title: 'What', share: 26 },
        { title: 'Fields', share: 30 },
        { title: 'By', share: 20 },
      ],
      rows: history.map(({ at, what, fields, by, address }) => [
        instantOf(at),
        what,
        fields.join(', '),
        [by, address].filter(Boolean).join(', '),
      ]),
      empty: 'None.',
    },
  },
];

/** Everything the programme stores about an agent as a document for the agent. The caller pipes it. */
export const ownDataPdf = (data: OwnData, programme: Programme): NodeJS.ReadableStream =>
  pdfOf({
    programme: programme.PROGRAMME_NAME,
    sender: senderOf(programme),
    title: `My data at ${programme.PROGRAMME_NAME}`,
    about: `As of ${formatInstant(data.exportedAt)}`,
    sections: [...people(data), choices(data), rewards(data), ...contacts(data), ...activity(data)],
  });
