import { needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { iataNumberWarning } from '@fynbos/domain/identity/numbers.ts';
import { AddressFields } from '../../fields/AddressFields.tsx';
import { TextField } from '../../fields/TextField.tsx';
import type { Form } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import type { RegistrationValues } from './registration-values.ts';

export function AgencySection({ form }: { readonly form: Form<RegistrationValues> }) {
  const { iataNumber, taxCountry } = form.values;
  return (
    <fieldset className="form-section">
      <legend>{t('Your agency')}</legend>
      <div className="pair">
        <TextField {...form.field('agencyName')} label={t('Agency Name')} autoComplete="organization" />
        <TextField
          {...form.field('iataNumber')}
          label={t('IATA Number')}
          inputMode="numeric"
          autoComplete="off"
          warning={
            iataNumber.trim() && form.field('iataNumber').error === undefined ? iataNumberWarning(iataNumber) : null
          }
        />
      </div>
      <TextField
        {...form.field('telephoneNumber')}
        label={t('Telephone Number')}
        hint={t('With the area code, for example 021 555 0123.')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
      <AddressFields form={form} postalOptional={!needsPostalCode(taxCountry)} />
    </fieldset>
  );
}
