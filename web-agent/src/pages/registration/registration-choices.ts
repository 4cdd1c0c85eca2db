import type { ReferenceLists } from '../../api/types.ts';
import { bankChosen } from '../../forms/bank-rules.ts';
import type { RegistrationValues } from './registration-values.ts';

/** What choosing a country brings with it: its dial code, where it is listed. */
export function countryChosen(taxCountry: string, { countries }: ReferenceLists): Partial<RegistrationValues> {
  const dialCode = countries.find(({ code }) => code === taxCountry)?.dailCode;
  return dialCode ? { countryDialCode: dialCode } : {};
}

/** What the choices in these values bring with them; nothing for what was not chosen. */
export const chosen = (
  { taxCountry, bankName }: Partial<RegistrationValues>,
  lists: ReferenceLists,
): Partial<RegistrationValues> => ({
  ...(taxCountry !== undefined && countryChosen(taxCountry, lists)),
  ...(bankName !== undefined && bankChosen(bankName, lists.banks)),
});
