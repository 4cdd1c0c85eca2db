import { businessEmailProblem } from '@fynbos/domain/identity/email.ts';
import { ID_MESSAGES, idNumberProblem } from '@fynbos/domain/identity/id-number.ts';
import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import { json } from '../api/http.ts';

type Values = Readonly<Record<string, string | undefined>>;

/** A personal e-mail domain, or none at all. Whether it is filled in is checked by the field. */
export const emailCheck = (value: string | undefined): string | undefined =>
  value ? (businessEmailProblem(value) ?? undefined) : undefined;

/** The strength of a password that an admin chose to set. */
export const passwordCheck = (value: string | undefined): string | undefined =>
  value ? (passwordProblem(value) ?? undefined) : undefined;

export const confirmationCheck = (value: string | undefined, { password }: Values): string | undefined =>
  (value ?? '') === (password ?? '') ? undefined : PASSWORDS_DIFFER;

/**
 * A South African ID number: 13 digits, which the server then verifies. Numbers of other countries have no form to check.
 * Where the server is not reached the form may be sent: it is verified again then.
 */
export async function idNumberCheck(
  value: string | undefined,
  { taxCountry = '' }: Values,
): Promise<string | undefined> {
  const problem = idNumberProblem(value ?? '', taxCountry);
  if (problem !== null || taxCountry !== 'RSA') return problem ?? undefined;
  const verification = { method: 'POST', body: JSON.stringify({ idNumber: value }) };
  const isValid = await json('/api/identification/verification', verification).then(
    (reply) => reply.json.isValid as boolean,
    () => true,
  );
  return isValid ? undefined : ID_MESSAGES.invalid;
}

/** A cell number as the calls take it: the dial code without its plus, then the number without its zero (section 7). */
export const dialledNumber = (dialCode: string, number: string): string =>
  number.trim().startsWith('+') ? number.trim() : `${dialCode}${number.replace(/\D/g, '').replace(/^0/, '')}`;
