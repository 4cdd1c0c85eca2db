import type { KnownBank } from '@fynbos/application/reward-policy/programme-lists.ts';
import type { AgentDetails, BankAccount } from '@fynbos/domain/agent/details.ts';
import {
  ACCOUNT_TYPES,
  accountNumberFault,
  bicFault,
  branchCodeFault,
  isOtherBank,
} from '@fynbos/domain/bank-list/banks.ts';
import { COUNTRY_CODES, countryOf, HOME, isHome, needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { fieldError } from '@fynbos/domain/errors.ts';
import { businessEmailProblem } from '@fynbos/domain/identity/email.ts';
import { idNumberProblem } from '@fynbos/domain/identity/id-number.ts';
import { IATA_MESSAGE, isIataNumber } from '@fynbos/domain/identity/numbers.ts';
import { cellNumberE164, dialCodeOf, telephoneE164 } from '@fynbos/domain/identity/phone.ts';
import { z } from 'zod';
import {
  fieldRule,
  notBlank,
  optionalLine,
  requiredLine,
  requiredName,
  requiredNumber,
  requiredText,
} from '../http/fields.ts';
import { BANK_FAULTS, FORM_MESSAGES, type FormField, requiredMessage } from './labels.ts';

const field = (name: FormField) => requiredLine(requiredMessage(name));
const name = (part: FormField) => requiredName(requiredMessage(part));
const number = (name: FormField) => requiredNumber(requiredMessage(name));

/** An IATA number has 7 or 8 digits (A7). */
export const requiredIata = (message: string) =>
  requiredNumber(message).refine((text) => text === '' || isIataNumber(text), IATA_MESSAGE);

/** Values of fields that a form leaves out (specification, section 5). */
export const DEFAULTS = { idType: 'SMART', rentalCo: '1' } as const;

export const DIAL_CODE_LENGTH = 8;

/** Fields of a person and an agency that every agent form has (specification, section 5). */
export const personFields = {
  title: name('title'),
  initials: name('initials'),
  firstName: name('firstName'),
  surname: name('surname'),
  emailAddress: field('emailAddress'),
  countryDialCode: notBlank(requiredMessage('countryDialCode'), DIAL_CODE_LENGTH),
  cellNumber: number('cellNumber'),
  taxCountry: z.preprocess(
    (value: string) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
    z.enum(COUNTRY_CODES, FORM_MESSAGES.country),
  ),
  countryOfIssue: optionalLine(64),
  idNumber: number('idNumber'),
  taxNumber: number('taxNumber'),
  agencyName: field('agencyName'),
  iataNumber: requiredIata(requiredMessage('iataNumber')),
  physicalAddressLine1: field('physicalAddressLine1'),
  physicalAddressLine2: field('physicalAddressLine2'),
  physicalAddressLine3: field('physicalAddressLine3'),
  postalCode: optionalLine(64),
  telephoneNumber: number('telephoneNumber'),
  idType: optionalLine(64),
  rentalCo: optionalLine(64),
} as const;

/** As administrators change them: not blank. At registration, a blank one gets its default. */
export const givenFields = {
  idType: requiredText('ID Type is required!', 64),
  rentalCo: requiredText('Rental Company is required!', 64),
} as const;

export const bankFields = {
  bankName: field('bankName'),
  otherBankName: optionalLine(),
  bankAccountNumber: number('bankAccountNumber'),
  bankAccountHolderName: field('bankAccountHolderName'),
  branchCode: optionalLine(64),
  branchName: field('branchName'),
  accountType: z.enum(['', ...ACCOUNT_TYPES], 'The account type is current, savings or transmission.').optional(),
  bic: z.string().trim().toUpperCase().max(11).optional(),
} as const;

type Person = z.output<z.ZodObject<typeof personFields>>;
const PERSON_FIELDS = Object.keys(personFields) as (keyof Person)[];
type Bank = z.output<z.ZodObject<typeof bankFields>>;
export type AgentForm = Person & Bank;

const present = (text: string | undefined): text is string => typeof text === 'string' && text.trim() !== '';

/** Null where it may be blank: many other countries have none. A form without a country requires one. */
export const postalCodeProblem = (postalCode: string | undefined, taxCountry: string | undefined): string | null =>
  present(postalCode) || !needsPostalCode(taxCountry) ? null : requiredMessage('postalCode');

/** A rule passes when its fields are missing, because the field itself reports that. */
export const personRules = [
  fieldRule('emailAddress', ({ emailAddress }) => (present(emailAddress) ? businessEmailProblem(emailAddress) : null)),
  fieldRule('idNumber', ({ idNumber, taxCountry }) =>
    present(idNumber) && taxCountry ? idNumberProblem(idNumber, taxCountry) : null,
  ),
  fieldRule('cellNumber', ({ cellNumber, taxCountry, countryDialCode }) =>
    !present(cellNumber) || !taxCountry || cellNumberE164(cellNumber, { taxCountry, countryDialCode })
      ? null
      : FORM_MESSAGES.cellLength,
  ),
  fieldRule('telephoneNumber', ({ telephoneNumber, taxCountry }) =>
    !present(telephoneNumber) || !taxCountry || telephoneE164(telephoneNumber, { taxCountry })
      ? null
      : FORM_MESSAGES.telephone,
  ),
  fieldRule('postalCode', ({ postalCode, taxCountry }) => postalCodeProblem(postalCode, taxCountry)),
] as const;

/** The problem with an entered bank account number, or null; blanks do not count. */
export const accountNumberProblem = (text: string): string | null => {
  const fault = accountNumberFault(text.replace(/\s/g, ''));
  return fault && BANK_FAULTS.bankAccountNumber[fault];
};

/** Returns the problem with the branch code of an account at a bank, or null. */
export const branchCodeProblem = (branchCode: string, bankName: string): string | null => {
  const fault = branchCodeFault(branchCode, bankName);
  return fault && BANK_FAULTS.branchCode[fault];
};

export const bankRules = [
  fieldRule('otherBankName', ({ bankName, otherBankName }) =>
    present(bankName) && isOtherBank(bankName) && !present(otherBankName) ? requiredMessage('otherBankName') : null,
  ),
  fieldRule('bankAccountNumber', ({ bankAccountNumber }) =>
    present(bankAccountNumber) ? accountNumberProblem(bankAccountNumber) : null,
  ),
  fieldRule('branchCode', ({ bankName, branchCode }) =>
    present(bankName) && branchCode !== undefined ? branchCodeProblem(branchCode, bankName) : null,
  ),
] as const;

/** Phones in E.164, defaults for fields that the form does not have (specification, section 5). */
export function detailsOf(form: Person, communicationMethod: 'E' | 'C'): AgentDetails {
  const { taxCountry } = form;
  const home = (form.countryDialCode || countryOf(taxCountry)?.dailCode || '').replace(/\D/g, '');
  const cellNumber = cellNumberE164(form.cellNumber, { taxCountry, countryDialCode: home }) ?? form.cellNumber;
  return {
    ...(Object.fromEntries(PERSON_FIELDS.map((field) => [field, form[field]])) as Person),
    idType: form.idType || DEFAULTS.idType,
    cellNumber,
    // Derived from the number: a number with a plus may belong to another country than the form's.
    countryDialCode: dialCodeOf(cellNumber) ?? home,
    taxNumber: form.taxNumber.replace(/\s/g, ''),
    countryOfIssue: form.countryOfIssue || taxCountry,
    rentalCo: form.rentalCo || DEFAULTS.rentalCo,
    communicationMethod,
    telephoneNumber: telephoneE164(form.telephoneNumber, { taxCountry }) ?? form.telephoneNumber,
  };
}

/** Returns the BIC of a bank abroad. Throws `agent.bic` for a blank one and for one of another country. */
function checkedBic(bic: string, country: string): string {
  const fault = bicFault(bic, country);
  if (fault) throw fieldError('agent.bic', 'bic', BANK_FAULTS.bic[fault]);
  return bic;
}

/** A listed bank by its branch code, OTHER with its name. Without account type or BIC, these stay as they are (A11). */
export function bankOf(form: Bank, taxCountry: string, bankOfBranch: KnownBank): BankAccount {
  const listed = bankOfBranch(form.branchCode);
  const other = isOtherBank(form.bankName);
  const bankCountry = listed && !other ? HOME : taxCountry;
  const { accountType, bic } = form;
  return {
    bankName: other ? form.otherBankName : (listed?.name ?? form.bankName),
    bankAccountHolderName: form.bankAccountHolderName,
    bankAccountNumber: form.bankAccountNumber.replace(/\s/g, ''),
    branchCode: form.branchCode,
    branchName: form.branchName,
    bankCountry,
    ...(accountType === undefined ? {} : { accountType: isHome(bankCountry) ? accountType : ('' as const) }),
    ...(bic === undefined ? {} : { bic: isHome(bankCountry) ? '' : checkedBic(bic, bankCountry) }),
  };
}
