import { isOtherBank } from '@fynbos/domain/identity/banks.ts';
import { type BankValues, bankChosen } from './bank-rules.ts';
import { SelectField } from './SelectField.tsx';
import { TextField } from './TextField.tsx';
import type { FieldBinding } from './use-form.ts';

interface Props {
  readonly form: {
    readonly values: BankValues;
    field(key: keyof BankValues): FieldBinding;
    set(changes: Partial<BankValues>): void;
  };
  readonly banks: readonly { readonly name: string; readonly branchCode: string }[];
  /** Country of an account at an unlisted bank; blank while no country is chosen. */
  readonly taxCountry: string;
}

/** A South African account cannot be paid without a branch code; foreign accounts are paid another way. */
const unlistedHint = (taxCountry: string): string =>
  taxCountry === 'RSA'
    ? 'We can only pay into banks that are listed: ask us to list your bank, then choose it here.'
    : 'Not needed for a bank that is not listed.';

/**
 * The banking fields of registration and profile.
 * A listed bank fills the branch code; OTHER asks for the name and disables the code (specification, section 4, Bank
 * selection).
 */
export function BankFields({ form, banks, taxCountry }: Props) {
  const bank = form.field('bankName');
  const other = isOtherBank(form.values.bankName);
  return (
    <>
      <SelectField
        {...bank}
        onValue={(bankName) => form.set({ bankName, ...bankChosen(bankName, banks) })}
        label="Bank"
        placeholder="Choose your bank"
        options={banks.map(({ name }) => ({ value: name, label: name === 'OTHER' ? 'Other bank' : name }))}
      />
      {other && <TextField {...form.field('otherBankName')} label="Other Bank Name" />}
      <TextField
        {...form.field('bankAccountNumber')}
        label="Bank Account Number"
        inputMode="numeric"
        digitsOnly
        autoComplete="off"
      />
      <TextField {...form.field('bankAccountHolderName')} label="Bank Account Holder Name" autoComplete="off" />
      <div className="pair">
        <TextField
          {...form.field('branchCode')}
          label="Branch Code"
          inputMode="numeric"
          disabled={other}
          hint={other ? unlistedHint(taxCountry) : 'Filled in for your bank.'}
        />
        <TextField {...form.field('branchName')} label="Branch Name" hint="For example Universal." />
      </div>
    </>
  );
}
