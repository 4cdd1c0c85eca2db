import {
  type AccountType,
  accountNumberFault,
  bicFault,
  branchCodeFault,
  isOtherBank,
} from '@fynbos/domain/bank-list/banks.ts';
import { isHome } from '@fynbos/domain/country/countries.ts';
import type { ReferenceLists } from '../api/types.ts';
import { blank } from '../forms/rules.ts';
import { t } from '../i18n/t.tsx';
import { required } from '../messages/first-messages.ts';

export interface BankValues {
  bankName: string;
  otherBankName: string;
  bankAccountNumber: string;
  bankAccountHolderName: string;
  branchCode: string;
  branchName: string;
  accountType: '' | AccountType;
  bic: string;
}

/** Whether the account is outside South Africa: at an unlisted bank of an agent in another country. */
export const isAbroad = ({ bankName }: BankValues, taxCountry: string): boolean =>
  isOtherBank(bankName) && taxCountry !== '' && !isHome(taxCountry);

/** The text for what is wrong with a value; null where it is right. */
const textOf = <Fault extends string>(fault: Fault | null, texts: Readonly<Record<Fault, string>>): string | null =>
  fault && texts[fault];

export const bankRules = (values: BankValues, taxCountry: string) => ({
  bankName: blank(values.bankName, t('Please select a bank!')),
  otherBankName: isOtherBank(values.bankName) && blank(values.otherBankName, required(t('Other Bank Name'))),
  bankAccountNumber: textOf(accountNumberFault(values.bankAccountNumber.trim()), {
    missing: required(t('Bank Account Number')),
    'not-digits': t('Bank Account Number must contain only numeric characters.'),
    length: t('Bank Account Number must have 5 to 18 digits.'),
  }),
  bankAccountHolderName: blank(values.bankAccountHolderName, required(t('Bank Account Holder Name'))),
  branchCode:
    !isOtherBank(values.bankName) &&
    textOf(branchCodeFault(values.branchCode.trim(), values.bankName), {
      missing: required(t('Branch Code')),
      'not-a-code': t('Branch Code must be 6 digits.'),
    }),
  branchName: blank(values.branchName, required(t('Branch Name'))),
  bic:
    isAbroad(values, taxCountry) &&
    textOf(bicFault(values.bic.trim().toUpperCase(), taxCountry), {
      missing: t('BIC is required for a bank outside South Africa.'),
      'not-of-country': t('The BIC has 8 or 11 characters and names the country of the bank.'),
    }),
});

/** A listed bank fills the branch code (specification, section 4, Bank selection). */
export const bankChosen = (bankName: string, banks: ReferenceLists['banks']) => ({
  branchCode: banks.find(({ name }) => name === bankName)?.branchCode ?? '',
  otherBankName: '',
});
