import { isHome, needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { AddressFields } from '../../fields/AddressFields.tsx';
import { CheckField } from '../../fields/CheckField.tsx';
import { ChoiceField } from '../../fields/ChoiceField.tsx';
import { ConcealedField } from '../../fields/ConcealedField.tsx';
import { METHODS } from '../../fields/options.ts';
import { PhoneField } from '../../fields/PhoneField.tsx';
import { SelectField } from '../../fields/SelectField.tsx';
import { TextField } from '../../fields/TextField.tsx';
import { useReferenceLists } from '../../forms/reference-lists.ts';
import type { Form } from '../../forms/use-form.ts';
import { serverText, t } from '../../i18n/t.tsx';
import type { PersonalValues } from './personal-values.ts';

interface Props {
  readonly form: Form<PersonalValues>;
  readonly taxCountry: string;
}

export function PersonalFields({ form, taxCountry }: Props) {
  const { titles, countries } = useReferenceLists();
  return (
    <>
      <ConcealedField
        {...form.field('idNumber')}
        label={t('Identification Number')}
        placeholder={isHome(taxCountry) ? t('South African ID number') : t('Passport number')}
        hint={t('You can’t change this yourself. Contact us if it’s wrong.')}
        stored={form.values.idNumber}
        readOnly
      />
      <div className="pair">
        <SelectField
          {...form.field('title')}
          label={t('Title')}
          placeholder={t('Choose a title')}
          autoComplete="honorific-prefix"
          options={titles.map(({ name }) => ({ value: name, label: serverText(name) }))}
        />
        <TextField {...form.field('initials')} label={t('Initials')} autoComplete="off" />
        <TextField {...form.field('firstName')} label={t('First Name')} autoComplete="given-name" />
        <TextField {...form.field('surname')} label={t('Surname')} autoComplete="family-name" />
      </div>
      <TextField
        {...form.field('emailAddress')}
        label={t('Email Address')}
        hint={t('We’ll email a link to the new address. The change takes effect once you open it.')}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <PhoneField
        label={t('Cell Number')}
        dialCode={form.field('countryDialCode')}
        number={form.field('cellNumber')}
        countries={countries}
        hint={t('Omit the leading zero. Enter the number after the dial code (e.g. 821234567).')}
        autoComplete="tel-national"
      />
      <TextField
        {...form.field('telephoneNumber')}
        label={t('Telephone Number')}
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
      <TextField {...form.field('taxNumber')} label={t('Income Tax Number')} inputMode="numeric" autoComplete="off" />
      <div className="pair">
        <TextField {...form.field('agencyName')} label={t('Agency Name')} autoComplete="organization" />
        <TextField {...form.field('iataNumber')} label={t('IATA Number')} inputMode="numeric" autoComplete="off" />
      </div>
      <AddressFields form={form} shortAddress postalOptional={!needsPostalCode(taxCountry)} />
      <ChoiceField
        {...form.field('communicationMethod')}
        label={t('Preferred Method of Communication')}
        options={METHODS}
      />
      <CheckField
        {...form.field('employerConsent')}
        label={t('My employer has agreed that I may earn rewards in this programme.')}
      />
    </>
  );
}
