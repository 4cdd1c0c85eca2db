import type { TaxYear } from '@fynbos/api/tax/answers.ts';

export type TaxMonth = TaxYear['months'][number];

export type ReconciliationView = TaxYear['reconciliation'];

export type CompletenessView = TaxYear['completeness'];

/** The monthly return to SARS (EMP201). */
export type Emp201 = TaxYear['emp201'][number];

/** A result that was recorded after the return of the payment's month was due. */
export type Amendment = TaxYear['amendments'][number];
