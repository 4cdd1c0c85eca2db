const DOTS = '•••';

/** Numbers that their last characters identify without revealing the value. */
const NUMBERS = new Set([
  'idNumber',
  'bankAccountNumber',
  'taxNumber',
  'cellNumber',
  'telephoneNumber',
  'contactNumber',
]);

/** Fields that the record's page shows in full, so that a mask in its history would hide only the change. */
const OPEN = new Set([
  'initials',
  'agencyName',
  'iataNumber',
  'physicalAddressLine1',
  'physicalAddressLine2',
  'physicalAddressLine3',
  'postalCode',
  'branchName',
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

/**
 * Masks a personal value: keeps the last four characters of a number, the first letter and the domain of an address,
 * otherwise the first letter.
 */
export function masked(field: string, value: unknown): unknown {
  const name = field.slice(field.lastIndexOf('.') + 1);
  if (typeof value !== 'string' || value === '' || OPEN.has(name)) return value;
  if (NUMBERS.has(name)) return `${DOTS}${value.slice(-4)}`;
  const at = value.lastIndexOf('@');
  if (at > 0) return `${value.charAt(0)}${DOTS}${value.slice(at)}`;
  return `${value.charAt(0)}${DOTS}`;
}
