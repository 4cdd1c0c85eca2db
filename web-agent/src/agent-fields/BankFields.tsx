import { ACCOUNT_TYPES, isOtherBank } from '@fynbos/domain/bank-list/banks.ts';
import { isHome } from '@fynbos/domain/country/countries.ts';
import { Link } from '../components/Link.tsx';
import { ConcealedField } from '../forms/ConcealedField.tsx';
import { TextField } from '../forms/fields.tsx';
import { SelectField } from '../forms/SelectField.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { T, t } from '../i18n/t.tsx';
import { type BankValues, bankChosen, isAbroad } from './bank-rules.ts';

const ACCOUNT_TYPE_NAMES = {
  current: t('Current (cheque)'),
  savings: t('Savings'),
  transmission: t('Transmission'),
} as const;

interface Props {
  readonly form: {
    readonly values: BankValues;
    field(key: keyof BankValues): FieldBinding;
    set(changes: Partial<BankValues>): void;
  };
  readonly banks: readonly { readonly name: string; readonly branchCode: string }[];
  /** Country of an account at an unlisted bank; blank while no country is chosen. */
  readonly taxCountry: string;
  /** The account number on file, which is concealed. */
  readonly storedAccount?: string;
}

/** A South African account cannot be paid without a branch code; foreign accounts are paid another way. */
const unlistedHint = (taxCountry: string): string =>
  isHome(taxCountry)
    ? t('We can’t pay into this bank yet, so there is no code to enter.')
    : t('Not needed for a bank that is not listed.');

/** A South African account at a bank that is not listed cannot be paid. */
const NotPayableNote = () => (
  <p className="note note-warning" role="status">
    <T
      text="%{problem} You keep what you earn, but nothing is paid until you choose a bank from the list, or %{link} to have yours added."
      problem={<strong>{t('We can’t pay into this bank yet.')}</strong>}
      link={<Link to="/contact-us">{t('contact us')}</Link>}
    />
  </p>
);

/**
 * A listed bank fills the branch code; OTHER asks for the name and disables the code (specification, section 4, Bank
 * selection).
 */
export function BankFields({ form, banks, taxCountry, storedAccount }: Props) {
  const bank = form.field('bankName');
  const other = isOtherBank(form.values.bankName);
  return (
    <>
      <SelectField
        {...bank}
        onValue={(bankName) => form.set({ bankName, ...bankChosen(bankName, banks) })}
        label={t('Bank')}
        placeholder={t('Choose your bank')}
        options={banks.map(({ name }) => ({ value: name, label: name === 'OTHER' ? t('Other bank') : name }))}
      />
      {other && <TextField {...form.field('otherBankName')} label={t('Other Bank Name')} />}
      {other && isHome(taxCountry) && <NotPayableNote />}
      {storedAccount ? (
        <ConcealedField
          {...form.field('bankAccountNumber')}
          label={t('Bank Account Number')}
          stored={storedAccount}
          digitsOnly
        />
      ) : (
        <TextField
          {...form.field('bankAccountNumber')}
          label={t('Bank Account Number')}
          inputMode="numeric"
          digitsOnly
          autoComplete="off"
        />
      )}
      {isAbroad(form.values, taxCountry) ? (
        <TextField
          {...form.field('bic')}
          label={t('BIC (SWIFT code)')}
          hint={t('8 or 11 characters. Your bank shows it on statements and in its app.')}
          autoComplete="off"
        />
      ) : (
        <SelectField
          {...form.field('accountType')}
          isOptional
          label={t('Account Type')}
          placeholder={t('Not sure')}
          options={ACCOUNT_TYPES.map((type) => ({ value: type, label: ACCOUNT_TYPE_NAMES[type] }))}
        />
      )}
      <TextField {...form.field('bankAccountHolderName')} label={t('Bank Account Holder Name')} autoComplete="off" />
      <div className="pair">
        <TextField
          {...form.field('branchCode')}
          label={t('Branch Code')}
          inputMode="numeric"
          disabled={other}
          hint={other ? unlistedHint(taxCountry) : t('Filled in automatically for your bank.')}
        />
        <TextField {...form.field('branchName')} label={t('Branch Name')} hint={t('e.g. Universal')} />
      </div>
    </>
  );
}
