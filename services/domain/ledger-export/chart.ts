import { LEDGER_ACCOUNTS, type LedgerAccount } from '../ledger/journal.ts';
import { LEDGER_SYSTEMS, type LedgerSettings, type LedgerSystem } from './events.ts';

export interface CompanyAccount {
  readonly code: string;
  readonly name: string;
}

/** The company's accounts for those of the journal. */
export interface Chart {
  readonly accounts: Readonly<Partial<Record<LedgerAccount, CompanyAccount>>>;
  readonly settings: LedgerSettings;
}

/** The chart before finance changes it: no account is mapped. */
export const INITIAL_CHART: Chart = {
  accounts: {},
  settings: { xeroTaxRate: 'No VAT', sageFirstMonth: 3, sapCompanyCode: '', sapDocumentType: 'SA' },
};

// Begins with a letter or digit, so that no spreadsheet takes a code for a formula. Ten characters fit every system.
const ACCOUNT_CODE = /^[A-Za-z0-9][A-Za-z0-9./-]{0,9}$/;
export const isAccountCode = (code: string): boolean => ACCOUNT_CODE.test(code);

/** An account code as Sage Pastel writes it in files: without the stroke, at most 7 characters. */
export const sageCode = (code: string): string => code.replaceAll('/', '');

const CODE_FORMATS: Readonly<
  Record<LedgerSystem, { readonly fits: (code: string) => boolean; readonly form: string }>
> = {
  xero: { fits: isAccountCode, form: 'at most 10 characters' },
  sage: { fits: (code) => /^[A-Za-z0-9]{1,7}$/.test(sageCode(code)), form: 'at most 7 letters and digits' },
  sap: { fits: (code) => /^[A-Za-z0-9]{1,10}$/.test(code), form: 'at most 10 letters and digits' },
};

/** What the chart lacks for an export of these accounts to a system, a sentence per account or setting. */
export function chartProblems(
  { accounts, settings }: Chart,
  system: LedgerSystem,
  used: Iterable<LedgerAccount>,
): { readonly field: string; readonly message: string }[] {
  const problems = [...used].flatMap((account): { field: string; message: string }[] => {
    const { code, name } = LEDGER_ACCOUNTS[account];
    const mapped = accounts[account];
    if (!mapped) return [{ field: account, message: `${code} ${name} has no account in your ledger.` }];
    const { fits, form } = CODE_FORMATS[system];
    if (fits(mapped.code)) return [];
    const message = `${code} ${name} is mapped to ${mapped.code}. A code of ${LEDGER_SYSTEMS[system]} has ${form}.`;
    return [{ field: account, message }];
  });
  if (system === 'sap' && settings.sapCompanyCode === '')
    problems.push({ field: 'sapCompanyCode', message: 'The SAP company code is not set.' });
  return problems;
}
