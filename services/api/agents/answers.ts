import { sessionRow } from '@fynbos/application/auth/sessions.ts';
import { agentDetails, bankAccount } from '@fynbos/domain/agent/details.ts';
import { instant } from '@fynbos/domain/event-schema.ts';
import { agentRow } from '@fynbos/projections/agents/agents.ts';
import { z } from 'zod';

const yesNo = z.enum(['Y', 'N']);
const agentStatus = agentRow.shape.status;
export const communicationMethod = z.enum(['E', 'C']);

/** An agent with the agency, without banking details or password. Field names follow the portal specification. */
export const agentAnswer = agentDetails.extend({
  id: z.int(),
  status: agentStatus,
  /** Empty after an erasure, as every detail. */
  taxCountry: z.string(),
  termsAndConditions: yesNo,
  employerConsent: yesNo,
  loyaltyTrackingNo: z.string().nullable(),
  activeFrom: z.iso.date().nullable(),
  /** A new e-mail address; it takes effect when its confirmation link is opened (A4). */
  emailAddressPending: z.string().nullable(),
});
export type AgentAnswer = z.output<typeof agentAnswer>;

export const bankDetailsAnswer = bankAccount.omit({ bankCountry: true }).extend({
  /** The bank name when the form has to select OTHER; `bankName` is the name of a listed bank, or this one. */
  otherBankName: z.string(),
  changedAt: instant.nullable(),
});
export type BankDetailsAnswer = z.output<typeof bankDetailsAnswer>;

export const storedBankDetailsAnswer = bankDetailsAnswer.extend({
  /** Hours for which a new account receives no payout, under the current policy (O7). */
  coolingHours: z.int(),
});
export type StoredBanking = z.output<typeof storedBankDetailsAnswer>;

export const countryAnswer = z.object({ name: z.string(), code: z.string(), dailCode: z.string() });
export const listedBankAnswer = z.object({ name: z.string(), branchCode: z.string() });
export const titleAnswer = z.object({ name: z.string() });
export type Country = z.output<typeof countryAnswer>;
export type ListedBank = z.output<typeof listedBankAnswer>;
export type Title = z.output<typeof titleAnswer>;

/** `GET /agent/goal`: the monthly goal and what this month has brought, in cents nett. */
export const goalAnswer = z.object({ goalCents: z.int().nullable(), month: z.string(), earnedCents: z.int() });

/** An agent in a list. Numbers show only their endings. */
export const listedAgentAnswer = agentRow
  .omit({ searchText: true, termsAccepted: true })
  .extend({ termsAndConditions: yesNo, employerConsent: yesNo });
export type ListedAgent = z.output<typeof listedAgentAnswer>;

export const shownAgentAnswer = listedAgentAnswer.omit({ idNumberEnding: true, accountEnding: true }).extend({
  ...agentAnswer.shape,
  bank: bankAccount,
  notifications: z.object({ byEmail: z.boolean(), bySms: z.boolean() }),
});
export type ShownAgent = z.output<typeof shownAgentAnswer>;

export const fullNumbersAnswer = z.object({
  idNumber: z.string(),
  taxNumber: z.string(),
  bankAccountNumber: z.string(),
});
export type FullNumbers = z.output<typeof fullNumbersAnswer>;

/** A record of `GET /admin/agent-balances`. Amounts are cents nett. */
export const agentBalanceAnswer = z.object({
  id: z.int(),
  earnedCents: z.int(),
  pendingCents: z.int(),
  paidCents: z.int(),
  expiredCents: z.int(),
  /** Owed now: earned plus adjustments, without pending. */
  balanceCents: z.int(),
  holds: z.int(),
});
export type AgentBalance = z.output<typeof agentBalanceAnswer>;

export const agentSessionAnswer = sessionRow.extend({ createdAt: instant, lastSeenAt: instant });
