import { CONSENTS } from '@fynbos/domain/agent/events.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { enquiryRow } from '@fynbos/projections/enquiries/enquiries.ts';
import { incentiveRow } from '@fynbos/projections/incentives/incentives.ts';
import { ownReferral } from '@fynbos/projections/referrals/queries.ts';
import { z } from 'zod';
import { agentAnswer, agentSessionAnswer, bankDetailsAnswer } from '../agents/answers.ts';
import { threadAnswer } from '../enquiries/answers.ts';
import { ownPayoutAnswer } from '../payouts/answers.ts';
import { deviceAnswer, passkeyAnswer } from '../sign-in/answers.ts';
import { ownCertificatesAnswer } from '../tax/answers.ts';
import { ownHistoryEntry } from './own-history.ts';

const yesNo = z.enum(['Y', 'N'], 'Y or N.');

export const ownHistoryAnswer = ownHistoryEntry;

const channel = z.enum(['E', 'C'], 'E or C.');

/** `GET /agent/choices`. The call that changes them takes some of these. */
export const choicesAnswer = z.object({
  marketing: z.boolean(),
  employerConsent: yesNo,
  popiConsent: yesNo,
  notices: channel,
  communicationMethod: channel,
});
export type Choices = z.output<typeof choicesAnswer>;

/** `GET /agent/message-choices`, and the body of the call that changes them. */
export const messageChoicesAnswer = z.object({
  /** Rewards earned, once a day. */
  rewards: z.boolean(),
  /** Payouts on their way and paid, and certificates. */
  payouts: z.boolean(),
  /** The digest of each month, by e-mail. */
  digest: z.boolean(),
});
export type MessageChoices = z.output<typeof messageChoicesAnswer>;

/** `GET /agent/push-devices`: the devices on which the agent receives notifications. */
export const pushDevicesAnswer = z.object({
  /** The key that a browser needs to subscribe, base64url. */
  publicKey: z.string(),
  devices: z.array(z.object({ id: z.uuid(), device: z.string(), endpoint: z.string(), since: instant })),
});

/** `GET /agent/deletion`: the pending request, and what would end with the account. */
export const deletionAnswer = z.object({
  pending: z.object({ reference: z.string(), requestedAt: instant }).nullable(),
  owedCents: z.int(),
  /** A payout in preparation must end before the account can be deleted. */
  payoutUnderWay: z.boolean(),
});
export type Deletion = z.output<typeof deletionAnswer>;

const day = z.iso.date();
const inRand = z.object({ grossAmount: z.number(), paye: z.number(), nettAmount: z.number() });
const inCents = { grossCents: true, payeCents: true } as const;

/** `GET /agent/export.json`: everything that the programme stores about an agent. Amounts are rand. */
export const ownDataAnswer = z.object({
  exportedAt: instant,
  person: agentAnswer,
  banking: bankDetailsAnswer,
  consents: z.record(z.enum(CONSENTS), z.boolean()),
  notices: messageChoicesAnswer.extend({ byEmail: z.boolean(), bySms: z.boolean() }),
  /** Nett. */
  monthlyGoal: z.number().nullable(),
  rewards: z.array(
    incentiveRow
      .pick({ reservationNo: true, invoiceDate: true, promoCode: true, status: true, reason: true })
      .extend(inRand.shape),
  ),
  payouts: z.array(
    ownPayoutAnswer.omit({ ...inCents, nettCents: true, id: true, state: true, againIn: true }).extend(inRand.shape),
  ),
  /** Every entry of the account, oldest first: rewards, corrections, payouts, returned payouts, expiries. Nett. */
  account: z.array(
    z.object({
      on: day,
      /** The day that the entry is about, for example the bank's day of a payment. */
      valueOn: day,
      what: z.string(),
      detail: z.string(),
      nettAmount: z.number(),
      balance: z.number(),
    }),
  ),
  /** What another system owed and had paid; null without one. */
  openingBalance: inRand
    .extend({
      asOf: day,
      paid: z.number(),
      taxYear: z.int(),
      grossThisTaxYear: z.number(),
      payeThisTaxYear: z.number(),
    })
    .nullable(),
  /** The days on which payments were on hold. The findings behind a hold can name other people and are left out. */
  holds: z.array(z.object({ placedOn: day, releasedOn: day.nullable() })),
  /** `rate`: null for that of the reward policy, or without deduction. */
  taxTreatments: z.array(
    z.object({
      effectiveFrom: day,
      kind: z.string(),
      rate: z.number().nullable(),
      directiveNumber: z.string().nullable(),
      until: day.nullable(),
    }),
  ),
  certificates: z.array(
    ownCertificatesAnswer.element
      .omit({ ...inCents, id: true, history: true })
      .extend({ grossAmount: z.number(), paye: z.number() }),
  ),
  referrals: z.array(ownReferral.omit({ id: true, remindFrom: true, lastUpdated: true })),
  enquiries: z.array(
    enquiryRow
      .pick({ referenceNumber: true, typeOfQuery: true, queryDetails: true, status: true, dateCreated: true })
      .extend(threadAnswer.pick({ thread: true, files: true }).shape),
  ),
  /** The requests for a correction or for deletion, oldest first. */
  requests: z.array(z.object({ kind: z.enum(['correction', 'deletion']), requestedAt: instant, text: z.string() })),
  sessions: z.array(agentSessionAnswer.omit({ sessionId: true })),
  /** Devices on which the password alone signs in. */
  devices: z.array(
    deviceAnswer.pick({ device: true, createdAt: true, expiresAt: true }).extend({ network: z.string() }),
  ),
  pushDevices: z.array(z.object({ device: z.string(), endpoint: z.string(), subscribedAt: instant })),
  passkeys: z.array(passkeyAnswer.omit({ id: true })),
  history: z.array(ownHistoryEntry),
});
