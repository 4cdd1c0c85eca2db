import { addDays, type Day } from '@fynbos/domain/calendar.ts';
import type { TaxProfile } from '../../api/types.ts';
import { percent } from '../../format/money.ts';
import { t } from '../../i18n/t.tsx';

/** Returns the last day of February, which ends a tax year. */
export const endOfTaxYear = (taxYear: number): Day => addDays(`${taxYear}-03-01`, -1);

/** Returns how tax is withheld, addressed to the agent. */
export function treatmentText({ kind, rate, directiveNumber }: TaxProfile['treatment']): string {
  const share = { percent: percent(rate) };
  switch (kind) {
    case 'directive':
      return directiveNumber
        ? t('We deduct %{percent} from every reward under a SARS directive, number %{directiveNumber}.', {
            ...share,
            directiveNumber,
          })
        : t('We deduct %{percent} from every reward under a SARS directive.', share);
    case 'independent-contractor':
      return t(
        'You’re paid as an independent contractor: we deduct no tax, and you pay it yourself. Your certificate is an IT3(a).',
      );
    case 'company-payee':
      return t(
        'We pay your company: we deduct no tax, and the company accounts for it. Your certificate is an IT3(a).',
      );
    case 'non-resident':
      return rate === 0
        ? t('You’re not a tax resident of South Africa: we deduct no tax.')
        : t('We deduct %{percent} tax for non-residents from every reward.', share);
    default:
      return t(
        'We deduct %{percent} PAYE from every reward and pay it to SARS on your behalf. Your certificate is an IRP5.',
        share,
      );
  }
}

const PERSONAL = '/agent/profile#personal';
const MISSING: Readonly<Record<string, { text: string; to: string }>> = {
  idNumber: { text: t('Your ID number. Contact support to add it.'), to: '/contact-us' },
  taxNumber: { text: t('A valid income tax number. We can’t pay you without it.'), to: PERSONAL },
  physicalAddressLine1: { text: t('Your address.'), to: PERSONAL },
  postalCode: { text: t('Your postal code.'), to: PERSONAL },
  bankDetails: { text: t('Your bank details. We can’t pay you without them.'), to: '/agent/profile#banking' },
  employerConsent: { text: t('Your employer’s consent. We can’t pay you without it.'), to: '/agent/profile/privacy' },
};

/** Returns the name of a missing field and the page to enter it. */
export const missingText = (field: string): { text: string; to: string } =>
  MISSING[field] ?? { text: field, to: PERSONAL };
