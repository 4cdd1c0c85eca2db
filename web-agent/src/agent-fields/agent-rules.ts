import { blank } from '../forms/rules.ts';
import { t } from '../i18n/t.tsx';

export const AGENT_LABELS = {
  title: t('Title'),
  initials: t('Initials'),
  firstName: t('First Name'),
  surname: t('Surname'),
  telephoneNumber: t('Telephone Number'),
  taxNumber: t('Income Tax Number'),
  agencyName: t('Agency Name'),
  iataNumber: t('IATA Number'),
  physicalAddressLine1: t('Physical Address Line 1'),
} as const;

/** The fields that the profile and the stand-alone form both have, in their order. */
export const AGENT_FIELDS = [
  'title',
  'initials',
  'firstName',
  'surname',
  'emailAddress',
  'cellNumber',
  'telephoneNumber',
  'taxNumber',
  'agencyName',
  'iataNumber',
  'physicalAddressLine1',
  'physicalAddressLine2',
  'physicalAddressLine3',
  'postalCode',
] as const;

/** Rules for required fields, by their labels; `message` is the error for a label. */
export const requiredFields = <Field extends string>(
  values: Readonly<Record<NoInfer<Field>, string>>,
  labels: Readonly<Record<Field, string>>,
  message: (label: string) => string,
) =>
  Object.fromEntries(
    (Object.keys(labels) as Field[]).map((field) => [field, blank(values[field], message(labels[field]))]),
  );

/** The values of these fields, in their order. */
export const pick = <T, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, K>;
