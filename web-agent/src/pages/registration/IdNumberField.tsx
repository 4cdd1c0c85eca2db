import { isHome } from '@fynbos/domain/country/countries.ts';
import { ID_MESSAGES, idNumberProblem } from '@fynbos/domain/identity/id-number.ts';
import { api } from '../../api/calls.ts';
import { TextField } from '../../fields/TextField.tsx';
import type { Form } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import type { RegistrationValues } from './registration-values.ts';

/** The ID number. The server verifies a South African one when the field loses focus (specification, section 5). */
export function IdNumberField({ form }: { readonly form: Form<RegistrationValues> }) {
  const { taxCountry, idNumber } = form.values;
  const southAfrican = isHome(taxCountry);
  const field = form.field('idNumber');

  async function onBlur(): Promise<void> {
    field.onBlur();
    if (!southAfrican || idNumberProblem(idNumber, taxCountry)) return;
    const verified = await api.verifyIdentity(idNumber.trim()).catch(() => null);
    if (verified) form.setFieldError('idNumber', verified.isValid ? undefined : ID_MESSAGES.invalid);
  }

  return (
    <TextField
      {...field}
      onBlur={onBlur}
      label={t('Identification Number')}
      placeholder={southAfrican ? t('South African ID number') : t('ID number')}
      hint={southAfrican ? t('Your 13-digit South African ID number.') : t('Your national ID number.')}
      inputMode={southAfrican ? 'numeric' : 'text'}
      autoComplete="off"
    />
  );
}
