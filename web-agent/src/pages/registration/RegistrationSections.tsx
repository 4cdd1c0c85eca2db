import { isHome, needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { comparableEmail } from '@fynbos/domain/identity/email.ts';
import { ID_MESSAGES, idNumberProblem } from '@fynbos/domain/identity/id-number.ts';
import { iataNumberWarning, isTaxNumber } from '@fynbos/domain/identity/numbers.ts';
import {
  AddressFields,
  AgencyFields,
  CellNumberField,
  EmployerConsentField,
  NameFields,
  TelephoneField,
} from '../../agent-fields/AgentFields.tsx';
import { call, QUIET } from '../../api/client.ts';
import type { ReferenceLists } from '../../api/types.ts';
import { NewTabLink } from '../../components/Link.tsx';
import { ChoiceField, METHODS, TextField } from '../../forms/fields.tsx';
import { CheckField, SelectField } from '../../forms/SelectField.tsx';
import type { Form } from '../../forms/use-form.ts';
import { serverText, T, t } from '../../i18n/t.tsx';
import { countryChosen, type RegistrationValues } from './registration-values.ts';

interface Props {
  readonly form: Form<RegistrationValues>;
  readonly lists: ReferenceLists;
  /** The e-mail address that an invitation was sent to. Another address leaves the invitation open (F2). */
  readonly invitedAddress: string | null;
}

export function PersonSection({ form, lists, invitedAddress }: Props) {
  const { taxCountry, taxNumber, emailAddress } = form.values;
  const isOtherAddress = invitedAddress !== null && comparableEmail(emailAddress) !== comparableEmail(invitedAddress);
  const oddTaxNumber = taxNumber.trim() !== '' && !isTaxNumber(taxNumber, taxCountry);
  const country = form.field('taxCountry');
  return (
    <fieldset className="form-section">
      <legend>{t('About you')}</legend>
      <NameFields form={form} titles={lists.titles} />
      <TextField
        {...form.field('emailAddress')}
        label={t('Email Address')}
        hint={t('Your work address: Gmail, Yahoo and Hotmail are not accepted.')}
        type="email"
        autoComplete="email"
        warning={
          isOtherAddress && emailAddress.trim() !== ''
            ? t(
                'You were invited as %{email}. If you register with another address, the person who invited you gets no credit.',
                {
                  email: invitedAddress,
                },
              )
            : null
        }
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
      <CellNumberField form={form} countries={lists.countries} />
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

/** The ID number. The server verifies a South African one when the field loses focus (specification, section 5). */
function IdNumberField({ form }: { readonly form: Form<RegistrationValues> }) {
  const { taxCountry, idNumber } = form.values;
  const southAfrican = isHome(taxCountry);
  const field = form.field('idNumber');

  async function onBlur(): Promise<void> {
    field.onBlur();
    if (!southAfrican || idNumberProblem(idNumber, taxCountry)) return;
    const verified = await call('POST', 'identification/verification', {
      body: { idNumber: idNumber.trim() },
      ...QUIET,
    }).catch(() => null);
    if (verified?.isValid === false) form.refuse('idNumber', ID_MESSAGES.invalid);
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

export function AgencySection({ form }: { readonly form: Form<RegistrationValues> }) {
  const { iataNumber, taxCountry } = form.values;
  return (
    <fieldset className="form-section">
      <legend>{t('Your agency')}</legend>
      <AgencyFields form={form} warning={iataNumber.trim() && iataNumberWarning(iataNumber)} />
      <TelephoneField form={form} />
      <AddressFields form={form} postalOptional={!needsPostalCode(taxCountry)} />
    </fieldset>
  );
}

export function ConsentSection({ form }: { readonly form: Form<RegistrationValues> }) {
  return (
    <fieldset className="form-section">
      <legend>{t('Messages and consent')}</legend>
      <ChoiceField
        {...form.field('communicationMethod')}
        label={t('Preferred Method of Communication')}
        options={METHODS}
      />
      <EmployerConsentField form={form} />
      <CheckField
        {...form.field('termsAndConditions')}
        label={
          <T
            text="I accept the %{terms}, and I agree to my personal information being processed as set out in them and in the %{policy}."
            terms={<NewTabLink href="/terms-and-conditions">{t('terms and conditions')}</NewTabLink>}
            policy={<NewTabLink href="/privacy">{t('privacy policy')}</NewTabLink>}
          />
        }
      />
    </fieldset>
  );
}
