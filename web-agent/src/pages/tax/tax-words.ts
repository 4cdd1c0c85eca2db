import type { Day } from '@fynbos/domain/calendar.ts';
import type { TaxProfile } from '../../api/types.ts';
import { percent } from '../../format/money.ts';

/** Returns the last day of February, which ends a tax year. */
export const endOfTaxYear = (taxYear: number): Day => new Date(Date.UTC(taxYear, 2, 0)).toISOString().slice(0, 10);

/** Returns how tax is withheld, addressed to the agent. */
export function treatmentText({ kind, rate, directiveNumber }: TaxProfile['treatment']): string {
  const withheld = `${percent(rate)} of every reward is withheld`;
  switch (kind) {
    case 'directive':
      return `${withheld} under a directive of SARS${directiveNumber ? `, number ${directiveNumber}` : ''}.`;
    case 'independent-contractor':
      return 'You are paid as an independent contractor: nothing is withheld, and you pay the tax yourself. Your certificate is an IT3(a).';
    case 'company-payee':
      return 'Your company is paid: nothing is withheld, and it accounts for the tax. Your certificate is an IT3(a).';
    case 'non-resident':
      return rate === 0
        ? 'You are not resident in South Africa: nothing is withheld.'
        : `${withheld} for non-residents.`;
    default:
      return `${withheld} as pay-as-you-earn tax (PAYE) and goes to SARS in your name. Your certificate is an IRP5.`;
  }
}

const PERSONAL = '/agent/profile#personal';
const MISSING: Readonly<Record<string, { text: string; to: string }>> = {
  idNumber: { text: 'Your ID number. Only support can enter it.', to: '/contact-us' },
  taxNumber: { text: 'A valid income tax number. Nothing is paid without it.', to: PERSONAL },
  physicalAddressLine1: { text: 'Your address.', to: PERSONAL },
  postalCode: { text: 'Your postal code.', to: PERSONAL },
  bankDetails: { text: 'Your bank details. Nothing can be paid without them.', to: '/agent/profile#banking' },
  employerConsent: { text: 'Your employer’s consent. Nothing is paid without it.', to: '/agent/profile/privacy' },
};

/** Returns the name of a missing field and the page to enter it. */
export const missingText = (field: string): { text: string; to: string } =>
  MISSING[field] ?? { text: field, to: PERSONAL };
