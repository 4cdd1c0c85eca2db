import type { ReferenceLists } from '../../api/types.ts';
import { bankChosen } from '../../fields/bank-rules.ts';
import type { RegistrationValues } from './registration-values.ts';

/** Returns the values that choosing a country sets: its dial code, if the country is listed. */
export function countryChosen(taxCountry: string, { countries }: ReferenceLists): Partial<RegistrationValues> {
  const dialCode = countries.find(({ code }) => code === taxCountry)?.dailCode;
  return dialCode ? { countryDialCode: dialCode } : {};
}

/** Returns the values that the choices in these values set; nothing for fields without a choice. */
export const chosen = (
  { taxCountry, bankName }: Partial<RegistrationValues>,
  lists: ReferenceLists,
): Partial<RegistrationValues> => ({
  ...(taxCountry !== undefined && countryChosen(taxCountry, lists)),
  ...(bankName !== undefined && bankChosen(bankName, lists.banks)),
});
