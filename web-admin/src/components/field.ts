import { fieldTexts } from '@fynbos/domain/wording/field-text.ts';
import { date, instant, percent } from '../format/format.ts';

export { fieldName, SCOPES } from '@fynbos/domain/wording/field-text.ts';
export const { fieldText, changeTexts } = fieldTexts({ day: date, instant, percent });

/** Fields of an agent that the edit form shows. Conflict resolution compares the same fields. */
export const EDITED_AGENT_FIELDS = [
  'title',
  'initials',
  'firstName',
  'surname',
  'emailAddress',
  'cellNumber',
  'taxCountry',
  'idNumber',
  'taxNumber',
  'agencyName',
  'iataNumber',
  'physicalAddressLine1',
  'physicalAddressLine2',
  'physicalAddressLine3',
  'postalCode',
  'telephoneNumber',
] as const;
