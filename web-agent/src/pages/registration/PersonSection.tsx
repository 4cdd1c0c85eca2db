import { isTaxNumber } from '@fynbos/domain/identity/numbers.ts';
import type { ReferenceLists } from '../../api/types.ts';
import { PhoneField } from '../../fields/PhoneField.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { TextField } from '../../fields/TextField.tsx';
import type { Form } from '../../forms/use-form.ts';
import { serverText, t } from '../../i18n/t.tsx';
import { IdNumberField } from './IdNumberField.tsx';
import { countryChosen } from './registration-choices.ts';
import type { RegistrationValues } from './registration-values.ts';

interface Props {
  readonly form: Form<RegistrationValues>;
  readonly lists: ReferenceLists;
}

export function PersonSection({ form, lists }: Props) {
  const { taxCountry, taxNumber } = form.values;
  const oddTaxNumber = taxNumber.trim() !== '' && !isTaxNumber(taxNumber, taxCountry);
  const country = form.field('taxCountry');
  return (
    <fieldset className="form-section">
      <legend>{t('About you')}</legend>
      <div className="pair">
        <SelectField
          {...form.field('title')}
          label={t('Title')}
          placeholder={t('Choose a title')}
          autoComplete="honorific-prefix"
          options={lists.titles.map(({ name }) => ({ value: name, label: serverText(name) }))}
        />
        <TextField {...form.field('initials')} label={t('Initials')} autoComplete="off" />
        <TextField {...form.field('firstName')} label={t('First Name')} autoComplete="given-name" />
        <TextField {...form.field('surname')} label={t('Surname')} autoComplete="family-name" />
      </div>
      <TextField
        {...form.field('emailAddress')}
        label={t('Email Address')}
        hint={t('Your work address: Gmail, Yahoo and Hotmail are not accepted.')}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <SelectField
        {...country}
        onValue={(taxCountry) => form.set({ taxCountry, ...countryChosen(taxCountry, lists) })}
        label={t('Country')}
        hint={t('Where you pay tax.')}
        autoComplete="country-name"
        placeholder={t('Choose a country')}
        options={lists.countries.map(({ name, code }) => ({ value: code, label: serverText(name) }))}
      />
      <PhoneField
        label={t('Cell Number')}
        dialCode={form.field('countryDialCode')}
        number={form.field('cellNumber')}
        countries={lists.countries}
        hint={t('Omit the leading zero. Enter the number after the dial code (e.g. 821234567).')}
        autoComplete="tel-national"
      />
      <IdNumberField form={form} />
      <TextField
        {...form.field('taxNumber')}
        label={t('Income Tax Number')}
        inputMode="numeric"
        autoComplete="off"
        warning={
          oddTaxNumber
            ? t(
                'This doesn’t look like a valid South African tax number. You can still register, but we can only pay you once it is correct.',
              )
            : null
        }
      />
    </fieldset>
  );
}
