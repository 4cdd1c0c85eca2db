import { needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { changedEmailProblem } from '@fynbos/domain/identity/email.ts';
import { cellNumberE164, dialledDigits } from '@fynbos/domain/identity/phone.ts';
import { AGENT_FIELDS, AGENT_LABELS, pick, requiredFields } from '../../agent-fields/agent-rules.ts';
import { phoneParts } from '../../agent-fields/phone-parts.ts';
import type { AgentDetails, YesNo } from '../../api/types.ts';
import { blank, check } from '../../forms/rules.ts';
import { t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';

const FIELDS = [
  ...AGENT_FIELDS,
  'countryDialCode',
  'idNumber',
  'employerConsent',
] as const satisfies readonly (keyof AgentDetails)[];

export type PersonalValues = Record<(typeof FIELDS)[number], string>;

export function personalValues(details: AgentDetails): PersonalValues {
  const { dialCode, number } = phoneParts(details.cellNumber, details.countryDialCode);
  return { ...pick(details, FIELDS), countryDialCode: dialCode, cellNumber: number };
}

const LABELS = { ...AGENT_LABELS, countryDialCode: t('Dial Code') } as const;

/** Specification, section 5, Profile: all fields are required, and the employer's consent must be Y. */
export const personalErrors =
  ({ taxCountry, emailAddress: stored }: AgentDetails) =>
  (values: PersonalValues) =>
    check<PersonalValues>({
      ...requiredFields(values, LABELS, required),
      emailAddress: [
        blank(values.emailAddress, required(t('Email Address'))),
        changedEmailProblem(values.emailAddress, stored),
      ],
      cellNumber: [
        blank(values.cellNumber, required(t('Cell Number'))),
        !cellNumberE164(values.cellNumber, { taxCountry, countryDialCode: values.countryDialCode }) &&
          MESSAGES.cellLength,
      ],
      postalCode: needsPostalCode(taxCountry) && blank(values.postalCode, required(t('Postal Code'))),
      employerConsent: values.employerConsent !== 'Y' && MESSAGES.employerConsent,
    });

/**
 * `ID`, ID number and consent always; of the rest only what differs, because the server keeps absent values: a
 * concurrent change of another field is not overwritten (specification, section 7, travel-agency/update).
 */
export function personalPayload(values: PersonalValues, loaded: PersonalValues, { id, taxCountry }: AgentDetails) {
  const { cellNumber, countryDialCode, idNumber, employerConsent, ...rest } = values;
  const differs = (key: string) => values[key as keyof PersonalValues] !== loaded[key as keyof PersonalValues];
  const cell = dialledDigits(cellNumberE164(cellNumber, { taxCountry, countryDialCode }) ?? cellNumber);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => differs(key))),
    ...((differs('cellNumber') || differs('countryDialCode')) && { countryDialCode, cellNumber: cell }),
    idNumber,
    employerConsent: employerConsent as YesNo,
    ID: id,
  };
}
