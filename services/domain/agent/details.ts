import { z } from 'zod';
import { ACCOUNT_TYPES } from '../bank-list/banks.ts';
import { COUNTRY_CODES } from '../country/countries.ts';

/** Kinds of unique-value claims for people. A claimed address or number names the stream of its owner. */
export const EMAIL_CLAIM = 'email';
export const ID_NUMBER_CLAIM = 'id-number';

const blank = <Field extends string>(fields: z.ZodObject<Record<Field, z.ZodType>>): Record<Field, ''> =>
  Object.fromEntries(Object.keys(fields.shape).map((field) => [field, ''])) as Record<Field, ''>;

/** All that is stored about a person and the agency (specification, section 3). Phones in E.164, e-mail as entered. */
export const agentDetails = z.object({
  idNumber: z.string(),
  idType: z.string(),
  title: z.string(),
  initials: z.string(),
  firstName: z.string(),
  surname: z.string(),
  emailAddress: z.string(),
  cellNumber: z.string(),
  countryDialCode: z.string(),
  taxCountry: z.enum(COUNTRY_CODES),
  taxNumber: z.string(),
  countryOfIssue: z.string(),
  rentalCo: z.string(),
  communicationMethod: z.enum(['E', 'C']),
  telephoneNumber: z.string(),
  iataNumber: z.string(),
  agencyName: z.string(),
  physicalAddressLine1: z.string(),
  physicalAddressLine2: z.string(),
  physicalAddressLine3: z.string(),
  postalCode: z.string(),
});
export type AgentDetails = z.output<typeof agentDetails>;
/** The details without a person: before registration, and after erasure. */
export const NO_DETAILS = {
  ...blank(agentDetails.omit({ communicationMethod: true })),
  communicationMethod: 'C' as const,
};
type AgentDetail = keyof AgentDetails;
const AGENT_DETAILS = Object.keys(agentDetails.shape) as [AgentDetail, ...AgentDetail[]];

/** A bank account. With OTHER, `bankName` is the other name and `branchCode` may be blank. */
export const bankAccount = z.object({
  bankName: z.string(),
  bankAccountHolderName: z.string(),
  bankAccountNumber: z.string(),
  branchCode: z.string(),
  branchName: z.string(),
  /** Tax-country code of the country in which the account is held; payout batches depend on it. */
  bankCountry: z.string(),
  /** Of a South African account. Empty where the agent has not stated it; absent in events of earlier releases too. */
  accountType: z.enum(['', ...ACCOUNT_TYPES]).optional(),
  /** The ISO 9362 code of a bank abroad. Empty or absent where it is not known. */
  bic: z.string().optional(),
});
export type BankAccount = z.output<typeof bankAccount>;
export const NO_BANK_ACCOUNT: BankAccount = blank(bankAccount);
export const BANK_FIELDS = Object.keys(bankAccount.shape) as [keyof BankAccount, ...(keyof BankAccount)[]];

const fromTo = z.object({ from: z.string(), to: z.string() });
export const detailChanges = z.partialRecord(z.enum(AGENT_DETAILS), fromTo);
export const bankChanges = z.partialRecord(z.enum(BANK_FIELDS), fromTo);

/** The fields of `next` that differ, each with both values. Absent fields are unchanged. */
export function changesBetween<Fields extends Readonly<Record<string, string | undefined>>>(
  current: Fields,
  next: Partial<Fields>,
): Partial<Record<keyof Fields & string, { from: string; to: string }>> {
  const changes: Partial<Record<keyof Fields & string, { from: string; to: string }>> = {};
  for (const field of Object.keys(next) as (keyof Fields & string)[]) {
    const to = next[field];
    if (to !== undefined && to !== (current[field] ?? '')) changes[field] = { from: current[field] ?? '', to };
  }
  return changes;
}

export function withChanges<Fields extends Readonly<Record<string, string | undefined>>>(
  current: Fields,
  changes: Partial<Record<keyof Fields, { from: string; to: string } | undefined>>,
): Fields {
  const next: Record<string, string | undefined> = { ...current };
  for (const [field, change] of Object.entries(changes)) if (change) next[field] = (change as { to: string }).to;
  return next as Fields;
}
