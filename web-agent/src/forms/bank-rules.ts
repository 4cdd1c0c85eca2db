import { isHome } from '@fynbos/domain/country/countries.ts';
import {
  type AccountType,
  isAccountNumber,
  isBicOf,
  isBranchCode,
  isOtherBank,
} from '@fynbos/domain/identity/banks.ts';
import type { ReferenceLists } from '../api/types.ts';
import { required } from '../text/first-messages.ts';
import { MESSAGES } from '../text/messages.ts';
import { blank } from './rules.ts';

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

/** Rules of the banking fields in registration and profile (specification, section 5). */
export const bankRules = (values: BankValues, taxCountry: string) => ({
  bankName: blank(values.bankName, MESSAGES.bank),
  otherBankName: isOtherBank(values.bankName) && blank(values.otherBankName, required('Other Bank Name')),
  bankAccountNumber: [
    blank(values.bankAccountNumber, required('Bank Account Number')),
    !/^\d+$/.test(values.bankAccountNumber) && MESSAGES.accountDigits,
    !isAccountNumber(values.bankAccountNumber) && MESSAGES.accountLength,
  ],
  bankAccountHolderName: blank(values.bankAccountHolderName, required('Bank Account Holder Name')),
  branchCode: !isOtherBank(values.bankName) && [
    blank(values.branchCode, required('Branch Code')),
    !isBranchCode(values.branchCode.trim()) && MESSAGES.branchDigits,
  ],
  branchName: blank(values.branchName, required('Branch Name')),
  bic: isAbroad(values, taxCountry) && [
    blank(values.bic, MESSAGES.bicMissing),
    !isBicOf(values.bic.trim().toUpperCase(), taxCountry) && MESSAGES.bic,
  ],
});

/**
 * Returns the values that choosing a bank sets: a listed bank fills the branch code (specification, section 4, Bank
 * selection).
 */
export const bankChosen = (bankName: string, banks: ReferenceLists['banks']) => ({
  branchCode: banks.find(({ name }) => name === bankName)?.branchCode ?? '',
  otherBankName: '',
});
