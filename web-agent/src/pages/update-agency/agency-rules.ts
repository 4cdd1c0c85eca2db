import { countryOf, isHome } from '@fynbos/domain/country/countries.ts';
import { changedEmailProblem, EMAIL_FORMAT_MESSAGE } from '@fynbos/domain/identity/email.ts';
import { cellNumberE164 } from '@fynbos/domain/identity/phone.ts';
import { AGENT_FIELDS, AGENT_LABELS, pick, requiredFields } from '../../agent-fields/agent-rules.ts';
import { phoneParts } from '../../agent-fields/phone-parts.ts';
import type { AgentDetails } from '../../api/types.ts';
import { blank, check } from '../../forms/rules.ts';
import { t } from '../../i18n/t.tsx';
import { MESSAGES, requiredPlain } from '../../messages/messages.ts';

const FIELDS = [...AGENT_FIELDS, 'taxCountry'] as const satisfies readonly (keyof AgentDetails)[];

/** The stand-alone form as typed, and the country of its numbers (not a field of the form). */
export type AgencyValues = Record<(typeof FIELDS)[number], string>;

const LABELS = { ...AGENT_LABELS, taxNumber: t('Tax Number') } as const;

/**
 * A South African cell number has its leading zero, because the form requires ten digits; one of another country than
 * the tax country has its dial code.
 */
export const agencyValues = (details: AgentDetails): AgencyValues => ({
  ...pick(details, FIELDS),
  cellNumber: shownCell(details),
});

function shownCell({ cellNumber, countryDialCode, taxCountry }: AgentDetails): string {
  const { dialCode, number } = phoneParts(cellNumber, countryDialCode);
  if (dialCode !== countryOf(taxCountry)?.dailCode) return `+${dialCode}${number}`;
  return isHome(taxCountry) ? `0${number}` : number;
}

/** Whether the number's plus prefix shows that it is not South African. */
const isForeign = (cellNumber: string): boolean => /^\s*\+(?!\s*27)/.test(cellNumber);

/** Specification, section 5, Stand-alone update form. The ten-digit and four-digit rules apply to South Africa only. */
export const agencyErrors = (stored: AgentDetails) => (values: AgencyValues) => {
  const southAfrican = isHome(values.taxCountry);
  return check<AgencyValues>({
    ...requiredFields(values, LABELS, requiredPlain),
    initials: blank(values.initials, t('Initials are required.')),
    emailAddress: [
      blank(values.emailAddress, requiredPlain(t('Email Address'))),
      emailProblem(values.emailAddress, stored.emailAddress),
    ],
    cellNumber: [
      blank(values.cellNumber, requiredPlain(t('Cell Number'))),
      southAfrican &&
        !isForeign(values.cellNumber) &&
        !/^\d{10}$/.test(values.cellNumber.trim()) &&
        MESSAGES.cellTenDigits,
      !cellNumberE164(values.cellNumber, { taxCountry: values.taxCountry }) && MESSAGES.cellLength,
    ],
    postalCode: southAfrican && [
      blank(values.postalCode, requiredPlain(t('Postal Code'))),
      !/^\d{4}$/.test(values.postalCode.trim()) && MESSAGES.postalFourDigits,
    ],
  });
};

function emailProblem(text: string, stored: string): string | null {
  const problem = changedEmailProblem(text, stored);
  return problem === EMAIL_FORMAT_MESSAGE ? t('Enter a valid email address.') : problem;
}
