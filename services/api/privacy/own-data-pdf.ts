import type { Consent } from '@fynbos/domain/agent/events.ts';
import { dayOf } from '@fynbos/domain/calendar.ts';
import { formatCode, formatDay, formatInstant, formatPercent, formatRand } from '@fynbos/domain/format.ts';
import { reasonText } from '@fynbos/domain/payout-run/reasons.ts';
import { RULES } from '@fynbos/domain/wording/explain-reward.ts';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { LABELS } from '../agents/labels.ts';
import { senderOf } from '../pdf/letter.ts';
import { type PdfSection, renderPdf } from '../pdf/render-pdf.ts';
import type { OwnData } from './own-data.ts';
import { CONSENT_NAMES } from './own-history.ts';

const NOTICE_CHOICES = [
  ['byEmail', 'Messages by email'],
  ['bySms', 'Messages by SMS'],
  ['rewards', 'Messages about rewards'],
  ['payouts', 'Messages about payouts and tax certificates'],
  ['digest', 'Summary of each month'],
] as const;
const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');
const instantOf = (at: string | Date): string => formatInstant(new Date(at).toISOString());
const centsOf = (rand: number): number => Math.round(rand * 100);
const amountOf = (rand: number): string => formatRand(centsOf(rand));

/** The facts of a record under their names on the forms. */
const factsOf = (record: object, fields: readonly (keyof typeof LABELS)[]): [string, string][] =>
  fields.map((field) => [LABELS[field], String((record as Readonly<Record<string, unknown>>)[field] ?? '')]);

const people = ({ person, banking }: OwnData): PdfSection[] => [
  {
    heading: 'You and your agency',
    facts: [
      ...factsOf(person, ['title', 'initials', 'firstName', 'surname', 'idNumber', 'emailAddress']),
      ['Cell Number', `+${person.countryDialCode.replace('+', '')} ${person.cellNumber}`],
      ...factsOf(person, ['telephoneNumber', 'taxCountry', 'taxNumber', 'agencyName', 'iataNumber']),
      ...factsOf(person, ['physicalAddressLine1', 'physicalAddressLine2', 'physicalAddressLine3', 'postalCode']),
      ['Loyalty tracking number', person.loyaltyTrackingNo ?? ''],
      ['Member since', formatDay(person.activeFrom)],
      ['Status', formatCode(person.status)],
    ],
  },
  {
    heading: 'Bank account',
    facts: [
      ['Bank', banking.bankName === 'OTHER' || banking.bankName === '' ? banking.otherBankName : banking.bankName],
      ...factsOf(banking, ['bankAccountHolderName', 'bankAccountNumber', 'branchCode', 'branchName']),
      ['Last changed', banking.changedAt ? instantOf(banking.changedAt) : ''],
    ],
  },
];

const choices = ({ consents, notices, person, monthlyGoal }: OwnData): PdfSection => ({
  heading: 'Consents and messages',
  facts: [
    ...Object.entries(consents).map(([name, given]) => [CONSENT_NAMES[name as Consent], yesOrNo(given)] as const),
    ['Codes by', person.communicationMethod === 'E' ? 'Email' : 'SMS'],
    ...NOTICE_CHOICES.map(([name, label]) => [label, yesOrNo(notices[name])] as const),
    ['Monthly goal', monthlyGoal === null ? '' : amountOf(monthlyGoal)],
  ],
});

/** A section with a table. `columns`: the shares of the width by title. */
const listed = (
  heading: string,
  columns: Readonly<Record<string, number>>,
  rows: readonly (readonly string[])[],
): PdfSection => ({ heading, table: { columns: Object.entries(columns), rows } });

const rewards = ({ rewards: all }: OwnData): PdfSection => ({
  heading: 'Rewards',
  table: {
    columns: [
      ['Invoiced', 14],
      ['Reservation', 18],
      ['Code', 19],
      ['Status', 12],
      ['Gross', 13, 'number'],
      ['PAYE', 12, 'number'],
      ['Nett', 13, 'number'],
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
  },
});

const money = ({ payouts, account, openingBalance, holds }: OwnData): PdfSection[] => [
  {
    heading: 'Payouts',
    table: {
      columns: [
        ['Pay date', 15],
        ['Reference', 20],
        ['Status', 26],
        ['Gross', 13, 'number'],
        ['PAYE', 12, 'number'],
        ['Nett', 14, 'number'],
      ],
      rows: payouts.map(({ payDate, reference, status, grossAmount, paye, nettAmount }) => [
        formatDay(payDate),
        reference,
        status,
        ...[grossAmount, paye, nettAmount].map(amountOf),
      ]),
      notes: payouts.map(({ reason }) => (reason === null ? '' : reasonText(reason))),
    },
  },
  ...(openingBalance
    ? [
        {
          heading: 'Opening balance',
          facts: [
            ['As of', formatDay(openingBalance.asOf)],
            ['Owed, nett', amountOf(openingBalance.nettAmount)],
            ['Paid before', amountOf(openingBalance.paid)],
            [`Gross paid in tax year ${openingBalance.taxYear}`, amountOf(openingBalance.grossThisTaxYear)],
            [`PAYE of tax year ${openingBalance.taxYear}`, amountOf(openingBalance.payeThisTaxYear)],
          ],
        } as const,
      ]
    : []),
  {
    heading: 'Entries of your account',
    table: {
      columns: [
        ['Recorded', 14],
        ['Entry', 20],
        ['Detail', 36],
        ['Nett', 15, 'number'],
        ['Balance', 15, 'number'],
      ],
      rows: account.map(({ on, what, detail, nettAmount, balance }) => [
        formatDay(on),
        what,
        detail,
        ...[nettAmount, balance].map(amountOf),
      ]),
    },
  },
  listed(
    'Payments on hold',
    { From: 50, Until: 50 },
    holds.map(({ placedOn, releasedOn }) => [formatDay(placedOn), releasedOn === null ? '–' : formatDay(releasedOn)]),
  ),
];

const tax = ({ taxTreatments, certificates }: OwnData): PdfSection[] => [
  listed(
    'Tax treatments',
    { From: 20, Treatment: 30, Rate: 15, Directive: 35 },
    taxTreatments.map(({ effectiveFrom, kind, rate, directiveNumber, until }) => [
      formatDay(effectiveFrom),
      formatCode(kind),
      rate === null ? '–' : formatPercent(rate),
      [directiveNumber, until && `until ${formatDay(until)}`].filter(Boolean).join(', '),
    ]),
  ),
  {
    heading: 'Tax certificates',
    table: {
      columns: [
        ['Tax year', 12],
        ['Certificate', 38],
        ['Issued', 22],
        ['Gross', 14, 'number'],
        ['PAYE', 14, 'number'],
      ],
      rows: certificates.map(({ taxYear, type, certificateNo, issuedAt, grossAmount, paye }) => [
        String(taxYear),
        `${type} ${certificateNo}`,
        instantOf(issuedAt),
        ...[grossAmount, paye].map(amountOf),
      ]),
      notes: certificates.map(({ withdrawnAt }) => (withdrawnAt === null ? '' : `Withdrawn ${instantOf(withdrawnAt)}`)),
    },
  },
];

const contacts = ({ referrals, enquiries, requests }: OwnData): PdfSection[] => [
  listed(
    'People you referred',
    { Referred: 16, Name: 26, 'Email address': 38, Agency: 28, Status: 14 },
    referrals.map((one) => [
      formatDay(dayOf(new Date(one.referredOn))),
      `${one.firstName} ${one.surname}`.trim(),
      one.emailAddress,
      one.agencyName,
      one.registrationStatus,
    ]),
  ),
  {
    heading: 'Enquiries',
    table: {
      columns: [
        ['Sent', 16],
        ['Reference', 20],
        ['Type', 14],
        ['Status', 14],
      ],
      rows: enquiries.map((one) => [
        formatDay(dayOf(new Date(one.dateCreated))),
        one.referenceNumber,
        formatCode(one.typeOfQuery),
        one.status,
      ]),
      notes: enquiries.map(({ thread }) =>
        thread
          .map(({ from, at, text }) => `${from === 'sender' ? 'You' : 'Support'}, ${instantOf(at)}: ${text ?? ''}`)
          .join('\n'),
      ),
    },
  },
  listed(
    'Requests',
    { Sent: 24, Request: 16, Text: 60 },
    requests.map(({ requestedAt, kind, text }) => [instantOf(requestedAt), formatCode(kind), text]),
  ),
];

const activity = ({ sessions, devices, pushDevices, passkeys, history }: OwnData): PdfSection[] => [
  listed(
    'Devices that are signed in',
    { Device: 30, Network: 20, 'Signed in': 25, 'Last active': 25 },
    sessions.map((one) => [one.device, one.network, instantOf(one.createdAt), instantOf(one.lastSeenAt)]),
  ),
  listed(
    'Remembered devices',
    { Device: 30, Network: 20, Remembered: 25, Until: 25 },
    devices.map((one) => [one.device, one.network, instantOf(one.createdAt), instantOf(one.expiresAt)]),
  ),
  listed(
    'Devices with notifications',
    { Device: 30, Since: 25, Address: 45 },
    pushDevices.map((one) => [one.device, instantOf(one.subscribedAt), one.endpoint]),
  ),
  listed(
    'Passkeys',
    { Name: 50, Added: 25, 'Last used': 25 },
    passkeys.map(({ name, addedAt, lastUsedAt }) => [
      name,
      instantOf(addedAt),
      lastUsedAt === null ? '–' : instantOf(lastUsedAt),
    ]),
  ),
  listed(
    'Account activity',
    { Time: 24, What: 26, Fields: 30, By: 20 },
    history.map(({ at, what, fields, by, address }) => [
      instantOf(at),
      what,
      fields.join(', '),
      [by, address].filter(Boolean).join(', '),
    ]),
  ),
];

/** Everything the programme stores about an agent as a document for the agent. The caller pipes it. */
export const ownDataPdf = (data: OwnData, programme: Programme): NodeJS.ReadableStream =>
  renderPdf({
    programme: programme.PROGRAMME_NAME,
    sender: senderOf(programme),
    title: `My data at ${programme.PROGRAMME_NAME}`,
    about: `As of ${formatInstant(data.exportedAt)}`,
    sections: [
      ...people(data),
      choices(data),
      rewards(data),
      ...money(data),
      ...tax(data),
      ...contacts(data),
      ...activity(data),
    ],
  });
