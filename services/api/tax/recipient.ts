import type { AgentState } from '@fynbos/domain/agent/state.ts';
import type { Employer, Recipient } from '@fynbos/domain/tax/sars-file.ts';
import type { Config } from '@fynbos/platform/config.ts';

const COUNTRIES: Readonly<Record<string, string>> = { RSA: 'ZAF', NMB: 'NAM', LES: 'LSO', BOT: 'BWA', SWZ: 'SWZ' };

/** An agent as the file for SARS names them; an ID number of 13 digits is South African, any other a passport's. */
export function recipientOf({ details, loyaltyTrackingNo }: AgentState): Recipient {
  const number = details?.idNumber ?? '';
  const isId = /^\d{13}$/.test(number);
  return {
    surname: details?.surname ?? '',
    firstNames: details?.firstName ?? '',
    initials: details?.initials ?? '',
    idNumber: isId ? number : null,
    passport: isId || number === '' ? null : number,
    passportCountry: COUNTRIES[details?.countryOfIssue ?? ''] ?? 'ZAF',
    taxNumber: details?.taxNumber ?? '',
    email: details?.emailAddress ?? '',
    cell: details?.cellNumber ?? '',
    addressLines: [
      details?.physicalAddressLine1 ?? '',
      details?.physicalAddressLine2 ?? '',
      details?.physicalAddressLine3 ?? '',
    ],
    postalCode: details?.postalCode ?? '',
    loyaltyTrackingNo: loyaltyTrackingNo ?? '',
  };
}

/** The employer, from configuration. Outside production the file says TEST. */
export const employerOf = ({ programme, production }: Config): Employer => ({
  name: programme.EMPLOYER_NAME,
  payeReference: programme.EMPLOYER_PAYE_REFERENCE,
  contactName: programme.PROGRAMME_NAME,
  contactEmail: programme.SUPPORT_EMAIL,
  contactPhone: '',
  address: programme.HEAD_OFFICE,
  isTest: !production,
});
