import type { ListedBank } from '@fynbos/api/agents/answers.ts';
import { ACCOUNT_TYPES, BANKS, isBicOf } from '@fynbos/domain/bank-list/banks.ts';
import { COUNTRIES, countryOf, isHome, needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { ID_MESSAGES } from '@fynbos/domain/identity/id-number.ts';
import { isTaxNumber } from '@fynbos/domain/identity/numbers.ts';
import { TITLES } from '@fynbos/domain/identity/titles.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { request } from '../api/http.ts';
import { HelpText, Note } from '../components/texts.tsx';
import { useAnswer } from '../components/use-read.tsx';
import { Field, MaskedInput, PasswordField } from '../form/inputs.tsx';
import { T, useTranslation } from '../i18n/T.tsx';
import { confirmationCheck, emailCheck, idNumberCheck, passwordCheck } from './agent-checks.ts';

/** The current bank list; the programme's initial banks until the server has responded. */
export function useBanks(): readonly ListedBank[] {
  const { data } = useAnswer(
    ['banks'],
    async (signal) => (await (await request('/api/banks', { signal })).json()) as ListedBank[],
  );
  return data ?? BANKS;
}

const countries = COUNTRIES.map(({ code, name }) => [code, name] as const);

/** Dial code of a cell number, limited to the programme's countries. */
export function DialCodeInput() {
  const translate = useTranslation();
  return (
    <Field
      choices={COUNTRIES.map(({ dailCode, name }) => [dailCode, `+${dailCode} ${translate(name)}`] as const)}
      label="Dial Code"
      source="countryDialCode"
    />
  );
}

export const NUMBER_HINT = 'Omit the leading zero. Enter the number after the dial code (e.g. 821234567).';

interface PersonalProps {
  /** Label that the specification gives the ID number on this form. */
  readonly idLabel: string;
  readonly contactHint?: string;
  /** Shows the dial code and validates the email address and ID number while typing. */
  readonly isNew?: boolean;
}

/** Warns about an implausible tax number, which is accepted but blocks payouts. */
function TaxNumberWarning() {
  const { taxNumber = '', taxCountry = '' } = useWatch() as { taxNumber?: string; taxCountry?: string };
  if (taxNumber.trim() === '' || isTaxNumber(taxNumber, taxCountry)) return null;
  return (
    <Note severity="warning">
      This tax number is not valid. You can continue, but payouts are blocked until it is corrected.
    </Note>
  );
}

export function PersonalInputs({ idLabel, contactHint, isNew }: PersonalProps) {
  const { setValue } = useFormContext();
  const moved = (taxCountry: string) =>
    isNew && setValue('countryDialCode', countryOf(taxCountry)?.dailCode ?? '', { shouldDirty: true });
  return (
    <fieldset>
      <T as="legend">Personal details</T>
      <Field choices={TITLES.map((title) => [title, title] as const)} label="Title" source="title" />
      <Field label="Initials" source="initials" />
      <Field label="First Name" source="firstName" />
      <Field label="Surname" source="surname" />
      <Field
        check={isNew ? emailCheck : undefined}
        hint={contactHint}
        label="Email Address"
        mode="email"
        source="emailAddress"
      />
      <Field choices={countries} label="Country" onChange={moved} source="taxCountry" />
      {isNew && <DialCodeInput />}
      <Field hint={contactHint ?? NUMBER_HINT} label="Cell Number" mode="tel" source="cellNumber" />
      <MaskedInput label={idLabel} source="idNumber">
        <Field
          check={isNew ? idNumberCheck : undefined}
          label={idLabel}
          missing={isNew ? ID_MESSAGES.required : '%{label} is required.'}
          source="idNumber"
        />
      </MaskedInput>
      <MaskedInput label="Income Tax Number" source="taxNumber">
        <Field label="Income Tax Number" mode="numeric" source="taxNumber" />
      </MaskedInput>
      {isNew && <TaxNumberWarning />}
    </fieldset>
  );
}

export function AgencyInputs() {
  const taxCountry: string | undefined = useWatch({ name: 'taxCountry' });
  return (
    <fieldset>
      <T as="legend">Agency details</T>
      <Field label="Agency Name" source="agencyName" />
      <Field label="IATA Number" mode="numeric" source="iataNumber" />
      <Field label="Physical Address Line 1" source="physicalAddressLine1" />
      <Field label="Physical Address Line 2" source="physicalAddressLine2" />
      <Field label="Physical Address Line 3" source="physicalAddressLine3" />
      <Field isOptional={!needsPostalCode(taxCountry)} label="Postal Code" mode="numeric" source="postalCode" />
      <Field label="Telephone Number" mode="tel" source="telephoneNumber" />
    </fieldset>
  );
}

const ACCOUNT_TYPE_NAMES = { current: 'Current (cheque)', savings: 'Savings', transmission: 'Transmission' } as const;
const bicCheck = (value: string | undefined, { taxCountry = '' }: Record<string, string>): string | undefined =>
  !value || isBicOf(value.trim().toUpperCase(), taxCountry)
    ? undefined
    : 'The BIC has 8 or 11 characters and names the country of the bank.';

/** A listed bank fills in the branch code; OTHER asks for the name and disables it. A bank abroad needs its BIC. */
export function BankInputs() {
  const { setValue } = useFormContext();
  const banks = useBanks();
  const isOther = useWatch({ name: 'bankName' }) === 'OTHER';
  const taxCountry: string | undefined = useWatch({ name: 'taxCountry' });
  const isAbroad = isOther && Boolean(taxCountry) && !isHome(taxCountry);
  const fillBranchCode = (bankName: string) =>
    setValue('branchCode', banks.find(({ name }) => name === bankName)?.branchCode ?? '', { shouldDirty: true });
  return (
    <fieldset>
      <T as="legend">Banking details</T>
      <Field
        choices={banks.map(({ name }) => [name, name] as const)}
        label="Bank Name"
        missing="Please select a bank!"
        onChange={fillBranchCode}
        source="bankName"
      />
      {isOther && <Field label="Other Bank Name" source="otherBankName" />}
      <MaskedInput label="Bank Account Number" source="bankAccountNumber">
        <Field label="Bank Account Number" mode="numeric" source="bankAccountNumber" />
      </MaskedInput>
      {isAbroad ? (
        <Field
          check={bicCheck}
          hint="8 or 11 characters."
          label="BIC (SWIFT code)"
          missing="BIC is required for a bank outside South Africa."
          source="bic"
        />
      ) : (
        <Field
          choices={[['', 'Not stated'], ...ACCOUNT_TYPES.map((type) => [type, ACCOUNT_TYPE_NAMES[type]] as const)]}
          isOptional
          label="Account Type"
          source="accountType"
        />
      )}
      <Field label="Bank Account Holder Name" source="bankAccountHolderName" />
      <Field disabled={isOther} isOptional={isOther} label="Branch Code" source="branchCode" />
      <Field label="Branch Name" source="branchName" />
    </fieldset>
  );
}

/** Optional password: an admin sets one, or the agent chooses it later. */
export function PasswordInputs() {
  return (
    <fieldset>
      <T as="legend">Password</T>
      <HelpText>Leave blank to email the agent a link to set a password.</HelpText>
      <PasswordField autoComplete="new-password" check={passwordCheck} isOptional label="Password" source="password" />
      <PasswordField
        autoComplete="new-password"
        check={confirmationCheck}
        isOptional
        label="Confirm Password"
        source="confirmPassword"
      />
    </fieldset>
  );
}
