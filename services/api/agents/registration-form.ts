import { iataNumberWarning } from '@fynbos/domain/identity/iata-number.ts';
import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { isTaxNumber } from '@fynbos/domain/identity/tax-number.ts';
import { z } from 'zod';
import { across, caseless, needed, optionalText, secret } from '../http/fields.ts';
import { type AgentForm, bankFields, bankRules, DIAL_CODE_LENGTH, personFields, personRules } from './agent-form.ts';
import { FORM_MESSAGES, requiredMessage } from './labels.ts';

const shape = {
  ...personFields,
  ...bankFields,
  countryDialCode: needed(requiredMessage('countryDialCode'), DIAL_CODE_LENGTH),
  password: secret(requiredMessage('password')),
  confirmPassword: secret(requiredMessage('confirmPassword')),
  termsAndConditions: z.literal('Y', FORM_MESSAGES.terms),
  employerConsent: z.literal('Y', FORM_MESSAGES.consent),
  communicationMethod: z.enum(['E', 'C'], FORM_MESSAGES.method),
  /** The code of an agent's personal link, if the person came by one. */
  referralLink: optionalText(),
} as const;

type Form = AgentForm & { password: string; confirmPassword: string };

const passwordRules = [
  across<Form>('password', ({ password }) =>
    typeof password === 'string' && password ? passwordProblem(password) : null,
  ),
  across<Form>('confirmPassword', ({ password, confirmPassword }) =>
    !confirmPassword || password === confirmPassword ? null : PASSWORDS_DIFFER,
  ),
] as const;

export const registrationBody = caseless(shape, [...personRules, ...bankRules, ...passwordRules]);

export const warningShape = z.object({ field: z.string(), message: z.string() });

/** Warnings about a form that do not refuse it. A doubtful tax number blocks the payout later (T7). */
export function warningsOf({
  taxNumber,
  taxCountry,
  iataNumber,
}: Pick<AgentForm, 'taxNumber' | 'taxCountry' | 'iataNumber'>) {
  const warnings: z.output<typeof warningShape>[] = [];
  if (!isTaxNumber(taxNumber, taxCountry)) {
    warnings.push({
      field: 'taxNumber',
      message: 'This does not look like an income tax number. It is needed before the first payout.',
    });
  }
  const iata = iataNumberWarning(iataNumber);
  if (iata) warnings.push({ field: 'iataNumber', message: iata });
  return warnings;
}
