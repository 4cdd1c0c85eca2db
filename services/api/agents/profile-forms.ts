import type { AgentDetails } from '@fynbos/domain/agent/details.ts';
import { countryOf, isHome } from '@fynbos/domain/country/countries.ts';
import { DomainError, type FieldError } from '@fynbos/domain/errors.ts';
import { changedEmailProblem, isEmail } from '@fynbos/domain/identity/email.ts';
import {
  cellNumberE164,
  dialCodeOf,
  dialledDigits,
  nationalDigits,
  telephoneE164,
} from '@fynbos/domain/identity/phone.ts';
import { INVISIBLE_MESSAGE, isVisible } from '@fynbos/domain/identity/visible-text.ts';
import { z } from 'zod';
import {
  caseInsensitive,
  consent,
  fieldRule,
  optionalLine,
  requiredLine,
  requiredName,
  requiredNumber,
  type SentText,
  sentNumber,
} from '../http/fields.ts';
import { personFields, postalCodeProblem, requiredIata } from './agent-form.ts';
import { FORM_MESSAGES, type FormField, LABELS } from './labels.ts';

const STAND_ALONE_MESSAGES = {
  cell: 'Cell Number must be 10 digits.',
  email: 'Enter a valid email address.',
  postal: 'Postal Code must be 4 digits.',
} as const;

/** `{Field} is required.`, the wording of the stand-alone form (specification, section 5). */
const REQUIRED_MESSAGES: Partial<Record<FormField, string>> = {
  initials: 'Initials are required.',
  taxNumber: 'Tax Number is required.',
};
const required = (field: FormField) => REQUIRED_MESSAGES[field] ?? `${LABELS[field]} is required.`;

/** The stand-alone form "Update travel agency details". Every field is sent each time. */
export const standAloneBody = caseInsensitive(
  {
    firstName: requiredName(required('firstName')),
    surname: requiredName(required('surname')),
    emailAddress: requiredLine(required('emailAddress')),
    iataNumber: requiredIata(required('iataNumber')),
    agencyName: requiredLine(required('agencyName')),
    physicalAddressLine1: requiredLine(required('physicalAddressLine1')),
    physicalAddressLine2: optionalLine(),
    physicalAddressLine3: optionalLine(),
    postalCode: optionalLine(64),
    telephoneNumber: requiredNumber(required('telephoneNumber')),
    taxNumber: requiredNumber(required('taxNumber')),
    cellNumber: requiredNumber(required('cellNumber')),
    title: requiredName(required('title')),
    initials: requiredName(required('initials')),
  },
  [
    fieldRule('emailAddress', ({ emailAddress }) => {
      return !emailAddress || isEmail(emailAddress) ? null : STAND_ALONE_MESSAGES.email;
    }),
  ],
);
export type StandAlone = z.output<typeof standAloneBody>;

const { idNumber: _id, idType: _type, rentalCo: _rental, ...details } = z.object(personFields).partial().shape;

/** The profile's personal section. Absent fields keep their value; fields that are sent must not be blank. */
export const profileBody = caseInsensitive({
  ID: z.preprocess(
    (value: SentText | undefined) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int().optional(),
  ),
  idNumber: requiredNumber(FORM_MESSAGES.credentials),
  employerConsent: consent(FORM_MESSAGES.consent),
  communicationMethod: z.enum(['E', 'C']).optional(),
  ...details,
  // Unlike at registration, lines of the address may be blank, and null clears no value.
  countryOfIssue: z.string().trim().max(64).refine(isVisible, INVISIBLE_MESSAGE).optional(),
  physicalAddressLine2: z.optional(optionalLine()),
  physicalAddressLine3: z.optional(optionalLine()),
  postalCode: sentNumber(),
});
export type Profile = z.output<typeof profileBody>;

/** The heading message of a refused profile form (specification, section 5, Profile; section 8). */
export function profileRefusal(errors: readonly FieldError[]): string | undefined {
  const messageOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const message = messageOf('idNumber') ?? messageOf('employerConsent');
  if (message) return message;
  return errors.some(({ message }) => message.endsWith('is required!')) ? FORM_MESSAGES.fillIn : undefined;
}

/** Returns the fields that are not undefined. */
const defined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

/** Throws a 422 with these field errors under one message, if there are any. */
function refuse(errors: readonly FieldError[], message: string | undefined): void {
  if (errors.length > 0) throw new DomainError('invalid', 'invalid', message ?? errors[0]?.message ?? '', errors);
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Phones as stored (A6), and the dial code. A number equal to the stored one passes unchanged. Adds to `errors`. */
function phones(
  { cellNumber, telephoneNumber }: { cellNumber?: string | undefined; telephoneNumber?: string | undefined },
  current: AgentDetails,
  home: { taxCountry: string; countryDialCode?: string },
  errors: FieldError[],
): Partial<AgentDetails> {
  const stored: { cellNumber?: string; countryDialCode?: string; telephoneNumber?: string } = {};
  if (cellNumber !== undefined) {
    const e164 =
      digitsOf(cellNumber) === dialledDigits(current.cellNumber)
        ? current.cellNumber
        : cellNumberE164(cellNumber, home);
    const dialCode = e164 && dialCodeOf(e164);
    if (e164) Object.assign(stored, { cellNumber: e164 }, dialCode && { countryDialCode: dialCode });
    else errors.push({ field: 'cellNumber', message: FORM_MESSAGES.cellLength });
  }
  if (telephoneNumber !== undefined) {
    const same = telephoneNumber.replace(/\D/g, '') === nationalDigits(current.telephoneNumber);
    // The agency's country, independent of the cell number's country.
    const e164 = same ? current.telephoneNumber : telephoneE164(telephoneNumber, { taxCountry: home.taxCountry });
    if (e164) stored.telephoneNumber = e164;
    else errors.push({ field: 'telephoneNumber', message: FORM_MESSAGES.telephone });
  }
  return stored;
}

/** Returns the changes that a profile form requests. Throws 422. */
export function profileChanges(form: Profile, { details }: { details: AgentDetails }): Partial<AgentDetails> {
  const {
    ID: _id,
    idNumber: _number,
    employerConsent: _consent,
    cellNumber,
    telephoneNumber,
    countryDialCode,
    taxNumber,
    ...rest
  } = form;
  const errors: FieldError[] = [];
  const taxCountry = form.taxCountry ?? details.taxCountry;
  const dialCode =
    (countryDialCode ?? '').replace(/\D/g, '') ||
    (form.taxCountry ? (countryOf(taxCountry)?.dailCode ?? '') : details.countryDialCode);
  const stored = phones({ cellNumber, telephoneNumber }, details, { taxCountry, countryDialCode: dialCode }, errors);
  const email = form.emailAddress === undefined ? null : changedEmailProblem(form.emailAddress, details.emailAddress);
  if (email) errors.push({ field: 'emailAddress', message: email });
  const { postalCode } = form;
  const postal = postalCodeProblem(postalCode ?? details.postalCode, taxCountry);
  if (postal && (postalCode !== undefined || taxCountry !== details.taxCountry))
    errors.push({ field: 'postalCode', message: postal });
  refuse(errors, profileRefusal(errors));
  const country =
    form.taxCountry && form.taxCountry !== details.taxCountry && !form.countryOfIssue
      ? { countryOfIssue: form.taxCountry }
      : {};
  return {
    ...defined({ ...rest, taxNumber: taxNumber?.replace(/\s/g, '') }),
    ...stored,
    ...country,
  };
}

/**
 * "10 digits" and "4 digits" apply to South Africa (`0821234567`, or as the API returns it); other countries have their
 * own metadata and an optional postal code. What the API returned is accepted unchanged.
 */
export function standAloneChanges(form: StandAlone, { details }: { details: AgentDetails }): Partial<AgentDetails> {
  const errors: FieldError[] = [];
  const email = changedEmailProblem(form.emailAddress, details.emailAddress);
  if (email) errors.push({ field: 'emailAddress', message: email });
  const cell = digitsOf(form.cellNumber);
  const foreign = form.cellNumber.startsWith('+') && !form.cellNumber.startsWith('+27');
  if (isHome(details.taxCountry)) {
    const isStored = cell === dialledDigits(details.cellNumber);
    if (!isStored && !foreign && !/^0\d{9}$/.test(cell) && !/^27\d{9}$/.test(cell))
      errors.push({ field: 'cellNumber', message: STAND_ALONE_MESSAGES.cell });
    if (!form.postalCode) errors.push({ field: 'postalCode', message: required('postalCode') });
    else if (!/^\d{4}$/.test(form.postalCode))
      errors.push({ field: 'postalCode', message: STAND_ALONE_MESSAGES.postal });
  }
  const { cellNumber, telephoneNumber, taxNumber, ...rest } = form;
  // Without a plus, a number belongs to the tax country. One of another country is shown and accepted with a plus.
  const { taxCountry } = details;
  const refused = errors.some(({ field }) => field === 'cellNumber');
  const numbers = refused ? { telephoneNumber } : { cellNumber, telephoneNumber };
  const stored = phones(numbers, details, { taxCountry }, errors);
  refuse(errors, FORM_MESSAGES.fillInCorrectly);
  return { ...rest, taxNumber: taxNumber.replace(/\s/g, ''), ...stored };
}
