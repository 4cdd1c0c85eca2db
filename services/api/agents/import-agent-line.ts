import type { KnownBank } from '@fynbos/application/agents/known-banks.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import type { AgentEvent } from '@fynbos/domain/agent/events.ts';
import { EMAIL_FORMAT_MESSAGE, isEmail } from '@fynbos/domain/identity/email.ts';
import { isTrackingNumber } from '@fynbos/domain/identity/tracking-number.ts';
import { z } from 'zod';
import { day, neededNumber, yesNo } from '../http/fields.ts';
import { itemErrors } from '../http/item-errors.ts';
import { unstorable } from '../http/validate.ts';
import { type ImportAnswer, type LineError, rejected } from '../imports/import.ts';
import { type AgentForm, bankFields, bankOf, bankRules, detailsOf, personFields, personRules } from './agent-form.ts';
import { warningsOf } from './registration-form.ts';

/** An `agent` line: the registration fields without a password, with tracking number and first day. */
const shape = z.strictObject({
  type: z.literal('agent'),
  ...personFields,
  ...bankFields,
  termsAndConditions: yesNo(false),
  employerConsent: yesNo(true),
  communicationMethod: z.preprocess(
    (value) => (value === undefined || value === '' ? 'C' : value),
    z.enum(['E', 'C'], 'E or C.'),
  ),
  loyaltyTrackingNo: neededNumber('Loyalty Tracking Number is required!').refine(
    isTrackingNumber,
    'Letters, digits and hyphens only.',
  ),
  activeFrom: day('Active From must be a date that exists.'),
});

/** All registration rules except one: the previous system accepted personal e-mail addresses. */
const rules = [...personRules, ...bankRules].filter(([, { path }]) => path[0] !== 'emailAddress');

const agentLine = rules
  .reduce(
    (checked, rule) => checked.refine(...(rule as unknown as Parameters<typeof shape.refine>)) as typeof shape,
    shape,
  )
  .refine(({ emailAddress }) => isEmail(emailAddress), { path: ['emailAddress'], error: EMAIL_FORMAT_MESSAGE });

/** The content of an `agent` line, as recorded. */
export interface AgentLine {
  readonly loyaltyTrackingNo: string;
  readonly activeFrom: string;
  readonly termsAccepted: boolean;
  readonly employerConsent: boolean;
  readonly details: AgentDetails;
  readonly bank: BankAccount;
  readonly warnings: readonly LineError[];
}

/** Accepts `idtype` for `idType`, as the forms do. An exactly spelled field takes precedence. */
function withIdType(value: object): object {
  if (!('idtype' in value)) return value;
  const { idtype, ...others } = value;
  return { idType: idtype, ...others };
}

/** Reads a line. An invalid line returns its import answer. */
export function readAgentLine(value: object, known: KnownBank): AgentLine | ImportAnswer {
  const [bad] = unstorable(value);
  if (bad) return rejected(bad.field, bad.message);
  const parsed = agentLine.safeParse(withIdType(value));
  if (!parsed.success) return { result: 'rejected', errors: itemErrors(parsed.error) };
  const form = parsed.data;
  return {
    loyaltyTrackingNo: form.loyaltyTrackingNo,
    activeFrom: form.activeFrom,
    termsAccepted: form.termsAndConditions,
    employerConsent: form.employerConsent,
    details: detailsOf(form as AgentForm, form.communicationMethod),
    bank: bankOf(form as AgentForm, form.taxCountry, known),
    warnings: warningsOf(form as AgentForm).map(({ field, message }) => ({ path: field, message })),
  };
}

const contentOf = ({
  loyaltyTrackingNo,
  activeFrom,
  termsAccepted,
  employerConsent,
  details,
  bank,
}: Omit<AgentLine, 'warnings'>) =>
  JSON.stringify([
    ...[loyaltyTrackingNo, activeFrom, termsAccepted, employerConsent],
    Object.entries(details)
      // The dial code follows from the number; older lines recorded another country's.
      .filter(([field]) => field !== 'countryDialCode')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
    Object.entries(bank).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** Whether two lines have the same content. */
export const sameAgent = (one: Omit<AgentLine, 'warnings'>, other: Omit<AgentLine, 'warnings'>): boolean =>
  contentOf(one) === contentOf(other);

/**
 * Returns the first recorded data of an agent as an import line, whether or not it came from one. Returns null for an
 * erased agent.
 */
export function lineOf(events: readonly AgentEvent[]): Omit<AgentLine, 'warnings'> | null {
  const registered = events.find((event) => event.type === 'AgentRegistered')?.data;
  const activated = events.find((event) => event.type === 'AgentActivated')?.data;
  if (!registered?.personal?.bank || !activated) return null;
  const { termsAccepted, employerConsent, personal } = registered;
  const { loyaltyTrackingNo, activeFrom } = activated;
  return {
    loyaltyTrackingNo,
    activeFrom,
    termsAccepted,
    employerConsent,
    details: personal.details,
    bank: personal.bank as BankAccount,
  };
}
