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

/** A line `agent`: the registration's fields without a password, with tracking number and first day. */
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

/** The registration's rules but one: a personal address was allowed where the agent comes from. */
const rules = [...personRules, ...bankRules].filter(([, { path }]) => path[0] !== 'emailAddress');

const agentLine = rules
  .reduce(
    (checked, rule) => checked.refine(...(rule as unknown as Parameters<typeof shape.refine>)) as typeof shape,
    shape,
  )
  .refine(({ emailAddress }) => isEmail(emailAddress), { path: ['emailAddress'], error: EMAIL_FORMAT_MESSAGE });

/** What a line says of an agent, as it is recorded. */
export interface AgentLine {
  readonly loyaltyTrackingNo: string;
  readonly activeFrom: string;
  readonly termsAccepted: boolean;
  readonly employerConsent: boolean;
  readonly details: AgentDetails;
  readonly bank: BankAccount;
  readonly warnings: readonly LineError[];
}

/** `idtype` is the same field as `idType`, as in the forms; a field spelled exactly wins. */
function withIdType(value: object): object {
  if (!('idtype' in value)) return value;
  const { idtype, ...others } = value;
  return { idType: idtype, ...others };
}

/** Reads a line; what is wrong with it comes back as its answer. */
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
      // What the number says itself; older lines have recorded another country's beside it.
      .filter(([field]) => field !== 'countryDialCode')
      .sort(([one], [other]) => (one < other ? -1 : 1)),
    Object.entries(bank).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);

/** Whether two lines say the same of an agent. */
export const sameAgent = (one: Omit<AgentLine, 'warnings'>, other: Omit<AgentLine, 'warnings'>): boolean =>
  contentOf(one) === contentOf(other);

/** What was recorded of an agent at first, as the line that it came from or would have come from; null where it was forgotten. */
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
