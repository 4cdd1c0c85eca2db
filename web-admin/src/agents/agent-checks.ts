import { isHome } from '@fynbos/domain/country/countries.ts';
import { businessEmailProblem } from '@fynbos/domain/identity/email.ts';
import { ID_MESSAGES, idNumberProblem } from '@fynbos/domain/identity/id-number.ts';
import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { json } from '../api/http.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** Rejects personal email domains (rule A9). Accepts an empty value, which the field's required check reports. */
export const emailCheck = (value: string | undefined): string | undefined =>
  value ? (businessEmailProblem(value) ?? undefined) : undefined;

/** Checks the strength of a password set by an admin. */
export const passwordCheck = (value: string | undefined): string | undefined =>
  value ? (passwordProblem(value) ?? undefined) : undefined;

export const confirmationCheck = (value: string | undefined, { password }: Values): string | undefined =>
  (value ?? '') === (password ?? '') ? undefined : PASSWORDS_DIFFER;

/**
 * 13 digits, then verified by the server (rule A5); other countries' numbers are not checked. An unreachable server
 * does not block the form: the number is verified again on submit.
 */
export async function idNumberCheck(
  value: string | undefined,
  { taxCountry = '' }: Values,
): Promise<string | undefined> {
  const problem = idNumberProblem(value ?? '', taxCountry);
  if (problem !== null || !isHome(taxCountry)) return problem ?? undefined;
  const verification = { method: 'POST', body: JSON.stringify({ idNumber: value }) };
  const isValid = await json('/api/identification/verification', verification).then(
    (reply) => reply.json.isValid as boolean,
    () => true,
  );
  return isValid ? undefined : ID_MESSAGES.invalid;
}

/** The number as the API expects it: dial code without '+', then the number without its leading zero (section 7). */
export const dialledNumber = (dialCode: string, number: string): string =>
  number.trim().startsWith('+') ? number.trim() : `${dialCode}${number.replace(/\D/g, '').replace(/^0/, '')}`;
