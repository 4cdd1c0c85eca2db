import { countryOf, HOME, isBranchCodeOf } from '../country/countries.ts';

/** The initial bank list, with universal branch codes. OTHER has none. */
export const BANKS = [
  { name: 'Absa', branchCode: '632005' },
  { name: 'African Bank', branchCode: '430000' },
  { name: 'Bank Zero', branchCode: '888000' },
  { name: 'Bidvest Bank', branchCode: '462005' },
  { name: 'Capitec', branchCode: '470010' },
  { name: 'Discovery Bank', branchCode: '679000' },
  { name: 'FNB', branchCode: '250655' },
  { name: 'Investec', branchCode: '580105' },
  { name: 'Nedbank', branchCode: '198765' },
  { name: 'Standard Bank', branchCode: '051001' },
  { name: 'TymeBank', branchCode: '678910' },
  { name: 'OTHER', branchCode: '' },
] as const;

export const ACCOUNT_TYPES = ['current', 'savings', 'transmission'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const OTHER_BANK = 'OTHER';

/** Whether a chosen bank is OTHER, regardless of case. */
export const isOtherBank = (bankName: string): boolean => bankName.trim().toUpperCase() === OTHER_BANK;

/** Whether the text is a branch code: six digits as text; 051001 keeps its zero. */
export const isBranchCode = (text: string): boolean => isBranchCodeOf(text, HOME);

/** Whether the text is the code (ISO 9362) of a bank in a country of the programme. */
export const isBicOf = (text: string, country: string): boolean =>
  /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text) && text.slice(4, 6) === countryOf(country)?.iso;

export const isAccountNumber = (text: string): boolean => accountNumberFault(text) === null;

/** The fault of an entered account number, which has 5 to 18 digits; null for a valid one. */
export function accountNumberFault(text: string): 'missing' | 'not-digits' | 'length' | null {
  if (text === '') return 'missing';
  if (!/^\d+$/.test(text)) return 'not-digits';
  return text.length < 5 || text.length > 18 ? 'length' : null;
}

/** The fault of a branch code at a chosen bank; null for a valid one. OTHER may have none. */
export function branchCodeFault(branchCode: string, bankName: string): 'missing' | 'not-a-code' | null {
  if (branchCode === '') return isOtherBank(bankName) ? null : 'missing';
  return isBranchCode(branchCode) ? null : 'not-a-code';
}

/** The fault of the BIC of a bank in a country abroad (A11); null for a valid one. */
export function bicFault(bic: string, country: string): 'missing' | 'not-of-country' | null {
  if (bic === '') return 'missing';
  return isBicOf(bic, country) ? null : 'not-of-country';
}
