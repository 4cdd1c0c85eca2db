const DOTS = '•••';

/** Fields of which the last characters identify without telling. */
const NUMBERS = new Set([
  'idNumber',
  'bankAccountNumber',
  'taxNumber',
  'cellNumber',
  'telephoneNumber',
  'contactNumber',
]);

/** What is no secret of a person: fields of a form that say nothing about who it is. */
const OPEN = new Set([
  'title',
  'taxCountry',
  'countryOfIssue',
  'countryDialCode',
  'communicationMethod',
  'idType',
  'rentalCo',
  'bankName',
  'branchCode',
  'bankCountry',
]);

/** A personal value masked: the last three characters of a number, the first letter and the domain of an address, else the first letter. */
export function masked(field: string, value: unknown): unknown {
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (typeof value !== 'string' || value === '' || OPEN.has(name)) return value;
  if (NUMBERS.has(name)) return `${DOTS}${value.slice(-3)}`;
  const at = value.lastIndexOf('@');
  if (at > 0) return `${value.charAt(0)}${DOTS}${value.slice(at)}`;
  return `${value.charAt(0)}${DOTS}`;
}
