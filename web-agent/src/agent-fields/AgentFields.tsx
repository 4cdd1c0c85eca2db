import type { ReferenceLists } from '../api/types.ts';
import { TextField } from '../forms/fields.tsx';
import { CheckField, SelectField } from '../forms/SelectField.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { serverText, t } from '../i18n/t.tsx';
import { PhoneField } from './PhoneField.tsx';

interface With<Key> {
  readonly form: { field(key: Key): FieldBinding };
}

interface NameProps extends With<'title' | 'initials' | 'firstName' | 'surname'> {
  readonly titles: ReferenceLists['titles'];
}

interface CellProps extends With<'countryDialCode' | 'cellNumber'> {
  readonly countries: ReferenceLists['countries'];
}

export const NameFields = ({ form, titles }: NameProps) => (
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
);

export const TelephoneField = ({ form }: With<'telephoneNumber'>) => (
  <TextField
    {...form.field('telephoneNumber')}
    label={t('Telephone Number')}
    hint={t('With the area code, for example 021\u00a0555\u00a00123.')}
    type="tel"
    autoComplete="off"
  />
);

/** The cell number, which the forms send with its dial code. */
export const CellNumberField = ({ form, countries }: CellProps) => (
  <PhoneField
    label={t('Cell Number')}
    dialCode={form.field('countryDialCode')}
    number={form.field('cellNumber')}
    countries={countries}
    hint={t('Omit the leading zero. Enter the number after the dial code (e.g. 821234567).')}
    autoComplete="tel-national"
  />
);

export const EmployerConsentField = ({ form }: With<'employerConsent'>) => (
  <CheckField
    {...form.field('employerConsent')}
    label={t('My employer has agreed that I may earn rewards in this programme.')}
  />
);

interface AgencyProps extends With<'agencyName' | 'iataNumber'> {
  readonly warning?: string | null;
  /** The agency of another person: the browser does not offer the user's own. */
  readonly isOther?: boolean;
}

export const AgencyFields = ({ form, warning, isOther }: AgencyProps) => (
  <div className="pair">
    <TextField {...form.field('agencyName')} label={t('Agency Name')} autoComplete={isOther ? 'off' : 'organization'} />
    <TextField
      {...form.field('iataNumber')}
      label={t('IATA Number')}
      inputMode="numeric"
      autoComplete="off"
      warning={warning}
    />
  </div>
);

type AddressField = 'physicalAddressLine1' | 'physicalAddressLine2' | 'physicalAddressLine3' | 'postalCode';

interface AddressProps extends With<AddressField> {
  /** Lines 2 and 3 are optional (the stand-alone update form). */
  readonly shortAddress?: boolean;
  readonly postalOptional?: boolean;
}

export const AddressFields = ({ form, shortAddress, postalOptional }: AddressProps) => (
  <>
    <TextField
      {...form.field('physicalAddressLine1')}
      label={t('Physical Address Line 1')}
      hint={t('Building and street.')}
      autoComplete="address-line1"
    />
    <TextField
      {...form.field('physicalAddressLine2')}
      label={t('Physical Address Line 2')}
      hint={t('Suburb.')}
      autoComplete="address-line2"
      optional={shortAddress}
    />
    <div className="pair">
      <TextField
        {...form.field('physicalAddressLine3')}
        label={t('Physical Address Line 3')}
        hint={t('City or town.')}
        autoComplete="address-line3"
        optional={shortAddress}
      />
      <TextField
        {...form.field('postalCode')}
        label={t('Postal Code')}
        hint={t('4 digits for South Africa.')}
        inputMode="numeric"
        autoComplete="postal-code"
        optional={postalOptional}
      />
    </div>
  </>
);
