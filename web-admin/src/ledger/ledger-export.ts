import type { LedgerExportView } from '@fynbos/api/ledger/answers.ts';
import type { Wording } from '../i18n/T.tsx';

/** The accounting systems, as the server names them. */
export const ACCOUNTING_SYSTEMS = { xero: 'Xero', sage: 'Sage Pastel', sap: 'SAP' } as const;
export type System = LedgerExportView['system'];

/** The result of a read-back in a few words. */
export const readBackText = (
  readBack: Pick<NonNullable<LedgerExportView['readBack']>, 'differing'> | null,
): Wording => {
  if (!readBack) return 'Not compared yet';
  return readBack.differing === 0
    ? 'Everything agrees'
    : ['%{count} amount differs |||| %{count} amounts differ', { count: readBack.differing }];
};
