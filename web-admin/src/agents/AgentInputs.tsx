import type { ListedBank } from '@fynbos/api/agents/answers.ts';
import { COUNTRIES, countryOf, isHome } from '@fynbos/domain/country/countries.ts';
import { ACCOUNT_TYPES, BANKS, isBicOf } from '@fynbos/domain/identity/banks.ts';
import { ID_MESSAGES } from '@fynbos/domain/identity/id-number.ts';
import { isTaxNumber } from '@fynbos/domain/identity/numbers.ts';
import { TITLES } from '@fynbos/domain/identity/titles.ts';
import { useQuery } from '@tanstack/react-query';
import { PasswordInput, required, SelectInput, TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { request } from '../api/http.ts';
import { Field, MaskedInput, useNeeded } from '../form/inputs.tsx';
import { T, useSay } from '../i18n/T.tsx';
import { Note, Remark } from '../record/texts.tsx';
import { confirmationCheck, emailCheck, idNumberCheck, passwordCheck } from './agent-checks.ts';

/** The current bank list; the programme's initial banks until the server has responded. */
export function useBanks(): readonly ListedBank[] {
  const { data } = useQuery({
    queryKey: ['banks'],
    queryFn: async ({ signal }) => (await (await request('/api/banks', { signal })).json()) as ListedBank[],
  });
  return data ?? BANKS;
}

const countries = COUNTRIES.map(({ code, name }) => ({ id: code, name }));

/** Dial code of a cell number, limited to the programme's countries. */
export function DialCodeInput() {
  const needed = useNeeded();
  const say = useSay();
  return (
    <SelectInput
      choices={COUNTRIES.map(({ dailCode, name }) => ({ id: dailCode, name: `+${dailCode} ${say(name)}` }))}
      label="Dial Code"
      source="countryDialCode"
      translateChoice={false}
      validate={needed('Dial Code')}
    />
  );
}

export const NUMBER_HINT = 'Omit the leading zero. Enter the number after the dial code (e.g. 821234567).';

interface PersonalProps {
  /** Label that the specification gives the ID number on this form. */
  readonly idLabel: string;
  readonly contactHint?: string;
  /**
   * Whether the form creates an agent: shows the dial code and validates the e-mail address and ID number while typing.
   */
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
  const needed = useNeeded();
  const { setValue } = useFormContext();
  const moved = (taxCountry: string) =>
    isNew && setValue('countryDialCode', countryOf(taxCountry)?.dailCode ?? '', { shouldDirty: true });
  return (
    <fieldset>
      <T as="legend">Personal details</T>
      <SelectInput
        choices={TITLES.map((title) => ({ id: title, name: title }))}
        label="Title"
        source="title"
        validate={needed('Title')}
      />
      <Field label="Initials" source="initials" />
      <Field label="First Name" source="firstName" />
      <Field label="Surname" source="surname" />
      <Field
        check={isNew ? emailCheck : undefined}
        helperText={contactHint}
        label="Email Address"
        mode="email"
        source="emailAddress"
      />
      <SelectInput
        choices={countries}
        label="Country"
        onChange={(event) => moved((event as { target: { value: string } }).target.value)}
        source="taxCountry"
        validate={needed('Country')}
      />
      {isNew && <DialCodeInput />}
      <Field helperText={contactHint ?? NUMBER_HINT} label="Cell Number" mode="tel" source="cellNumber" />
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
  return (
    <fieldset>
      <T as="legend">Agency details</T>
      <Field label="Agency Name" source="agencyName" />
      <Field label="IATA Number" mode="numeric" source="iataNumber" />
      <Field label="Physical Address Line 1" source="physicalAddressLine1" />
      <Field label="Physical Address Line 2" source="physicalAddressLine2" />
      <Field label="Physical Address Line 3" source="physicalAddressLine3" />
      <Field label="Postal Code" mode="numeric" source="postalCode" />
      <Field label="Telephone Number" mode="tel" source="telephoneNumber" />
    </fieldset>
  );
}

const ACCOUNT_TYPE_NAMES = { current: 'Current (cheque)', savings: 'Savings', transmission: 'Transmission' } as const;
const bicCheck = (value: string | undefined, { taxCountry = '' }: Record<string, string>): string | undefined =>
  !value || isBicOf(value.trim().toUpperCase(), taxCountry)
    ? undefined
    : 'The BIC has 8 or 11 characters and names the country of the bank.';

/**
 * Banking details. A listed bank fills in the branch code; OTHER asks for the bank's name and disables the code. A bank
 * abroad needs its BIC.
 */
export function BankInputs() {
  const needed = useNeeded();
  const { setValue } = useFormContext();
  const banks = useBanks();
  const isOther = useWatch({ name: 'bankName' }) === 'OTHER';
  const taxCountry: string | undefined = useWatch({ name: 'taxCountry' });
  const isAbroad = isOther && Boolean(taxCountry) && !isHome(taxCountry);
  const chosen = (bankName: string) =>
    setValue('branchCode', banks.find(({ name }) => name === bankName)?.branchCode ?? '', { shouldDirty: true });
  return (
    <fieldset>
      <T as="legend">Banking details</T>
      <SelectInput
        choices={banks.map(({ name }) => ({ id: name, name }))}
        label="Bank Name"
        onChange={(event) => chosen((event as { target: { value: string } }).target.value)}
        source="bankName"
        validate={required('Please select a bank!')}
      />
      {isOther && <Field label="Other Bank Name" source="otherBankName" />}
      <MaskedInput label="Bank Account Number" source="bankAccountNumber">
        <Field label="Bank Account Number" mode="numeric" source="bankAccountNumber" />
      </MaskedInput>
      {isAbroad ? (
        <Field
          check={bicCheck}
          helperText="8 or 11 characters."
          label="BIC (SWIFT code)"
          missing="BIC is required for a bank outside South Africa."
          source="bic"
        />
      ) : (
        <SelectInput
          choices={ACCOUNT_TYPES.map((id) => ({ id, name: ACCOUNT_TYPE_NAMES[id] }))}
          emptyText="Not stated"
          emptyValue=""
          label="Account Type"
          source="accountType"
        />
      )}
      <Field label="Bank Account Holder Name" source="bankAccountHolderName" />
      <TextInput
        disabled={isOther}
        label="Branch Code"
        source="branchCode"
        validate={isOther ? undefined : needed('Branch Code')}
      />
      <Field label="Branch Name" source="branchName" />
    </fieldset>
  );
}

/** Optional password: an admin sets one, or the agent chooses it later. */
export function PasswordInputs() {
  return (
    <fieldset>
      <T as="legend">Password</T>
      <Remark>Leave blank to e-mail the agent a link to set a password.</Remark>
      <PasswordInput
        label="Password"
        source="password"
        validate={passwordCheck}
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      />
      <PasswordInput
        label="Confirm Password"
        source="confirmPassword"
        validate={confirmationCheck}
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      />
    </fieldset>
  );
}
