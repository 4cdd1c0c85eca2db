import { COUNTRIES } from '@fynbos/domain/identity/countries.ts';
import { TITLES } from '@fynbos/domain/identity/titles.ts';
import { email, PasswordInput, required, SelectInput, TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { T } from '../i18n/T.tsx';
import { useNeeded } from '../record/use-needed.ts';
import { useBanks } from './use-banks.ts';

interface FieldProps {
  readonly source: string;
  readonly label: string;
  readonly mode?: 'numeric' | 'tel' | 'email';
  readonly helperText?: string;
}

function Field({ source, label, mode, helperText }: FieldProps) {
  const needed = useNeeded();
  const rules = mode === 'email' ? [needed(label), email('Enter a valid email address.')] : needed(label);
  return (
    <TextInput
      fullWidth
      helperText={helperText ?? false}
      label={label}
      slotProps={{ htmlInput: { inputMode: mode } }}
      source={source}
      validate={rules}
    />
  );
}

const countries = COUNTRIES.map(({ code, name }) => ({ id: code, name }));

/** Personal details; `idLabel` is what the specification calls the number on this form. */
export function PersonalInputs({ idLabel, contactHint }: { idLabel: string; contactHint?: string }) {
  const needed = useNeeded();
  return (
    <fieldset>
      <legend>
        <T>Personal details</T>
      </legend>
      <SelectInput
        choices={TITLES.map((title) => ({ id: title, name: title }))}
        fullWidth
        helperText={false}
        label="Title"
        source="title"
        validate={needed('Title')}
      />
      <Field label="Initials" source="initials" />
      <Field label="First Name" source="firstName" />
      <Field label="Surname" source="surname" />
      <Field helperText={contactHint} label="Email Address" mode="email" source="emailAddress" />
      <SelectInput
        choices={countries}
        fullWidth
        helperText={false}
        label="Country"
        source="taxCountry"
        validate={needed('Country')}
      />
      <Field
        helperText={contactHint ?? 'Omit the leading zero. Enter the number after the dial code.'}
        label="Cell Number"
        mode="tel"
        source="cellNumber"
      />
      <TextInput
        fullWidth
        helperText={false}
        label={idLabel}
        source="idNumber"
        validate={needed(idLabel, '%{label} is required.')}
      />
      <Field label="Income Tax Number" mode="numeric" source="taxNumber" />
    </fieldset>
  );
}

/** Agency details. */
export function AgencyInputs() {
  return (
    <fieldset>
      <legend>
        <T>Agency details</T>
      </legend>
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

/** Banking details: a listed bank fills the branch code; OTHER asks for its name and disables the code. */
export function BankInputs() {
  const needed = useNeeded();
  const { setValue } = useFormContext();
  const banks = useBanks();
  const isOther = useWatch({ name: 'bankName' }) === 'OTHER';
  const chosen = (bankName: string) =>
    setValue('branchCode', banks.find(({ name }) => name === bankName)?.branchCode ?? '', { shouldDirty: true });
  return (
    <fieldset>
      <legend>
        <T>Banking details</T>
      </legend>
      <SelectInput
        choices={banks.map(({ name }) => ({ id: name, name }))}
        fullWidth
        helperText={false}
        label="Bank Name"
        onChange={(event) => chosen((event as { target: { value: string } }).target.value)}
        source="bankName"
        validate={required('Please select a bank!')}
      />
      {isOther && <Field label="Other Bank Name" source="otherBankName" />}
      <Field label="Bank Account Number" mode="numeric" source="bankAccountNumber" />
      <Field label="Bank Account Holder Name" source="bankAccountHolderName" />
      <TextInput
        disabled={isOther}
        fullWidth
        helperText={false}
        label="Branch Code"
        source="branchCode"
        validate={isOther ? undefined : needed('Branch Code')}
      />
      <Field label="Branch Name" source="branchName" />
    </fieldset>
  );
}

/** A password that an admin may set, or leave to the agent. */
export function PasswordInputs() {
  return (
    <fieldset>
      <legend>
        <T>Password</T>
      </legend>
      <p className="quiet">
        <T>Leave both empty: the agent gets a mail with a link to set a password.</T>
      </p>
      <PasswordInput
        fullWidth
        helperText={false}
        label="Password"
        source="password"
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      />
      <PasswordInput
        fullWidth
        helperText={false}
        label="Confirm Password"
        source="confirmPassword"
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      />
    </fieldset>
  );
}
