import { isHome, needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { useRef } from 'react';
import {
  AddressFields,
  AgencyFields,
  CellNumberField,
  EmployerConsentField,
  NameFields,
  TelephoneField,
} from '../../agent-fields/AgentFields.tsx';
import { useReferenceLists } from '../../agent-fields/reference-lists.ts';
import { ApiError, call, messageOr } from '../../api/client.ts';
import type { AgentDetails } from '../../api/types.ts';
import { Button } from '../../components/Button.tsx';
import { ConcealedField } from '../../forms/ConcealedField.tsx';
import { TextField } from '../../forms/fields.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import type { Form } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import { MESSAGES, NOTHING_CHANGED } from '../../messages/messages.ts';
import type { WithProof } from '../../one-time-password/use-step-up.tsx';
import { storeAgentName } from '../../session/session.ts';
import { KEYS, loadValue } from '../../state/storage.ts';
import { type PersonalValues, personalErrors, personalPayload, personalValues } from './personal-values.ts';

interface Props {
  readonly details: AgentDetails;
  readonly withProof: WithProof;
  readonly onSaved: () => void;
}

export function PersonalSection({ details, withProof, onSaved }: Props) {
  /** Initial values plus later saves. The form keeps its values while the details reload. */
  const loaded = useRef(personalValues(details));
  const form = useSavedForm<PersonalValues>({
    name: 'personal',
    initial: loaded.current,
    validate: personalErrors(details),
    draft: `personal.${details.id}`,
  });

  const send = form.save(
    async (values) => {
      if (!loadValue(KEYS.token) || !loadValue(KEYS.idNumber)) throw new ApiError(0, t('Missing credentials.'));
      if (!form.changed) return NOTHING_CHANGED;
      const change = () =>
        call('POST', 'travel-agency/update', { body: personalPayload(values, loaded.current, details) });
      if (!(await withProof('personal', change))) return undefined;
      loaded.current = values;
      form.sent(values);
      storeAgentName({ firstName: values.firstName, surname: values.surname });
      onSaved();
      return t('Profile updated successfully!');
    },
    {
      failed: (error) => messageOr(error, t('Failed to update personal details.')),
      invalid: ({ employerConsent }) => (employerConsent ? MESSAGES.employerConsent : MESSAGES.profileFillIn),
    },
  );

  const keepAddress = async () => {
    await call('DELETE', 'agent/email-change');
    const { emailAddress } = details;
    loaded.current = { ...loaded.current, emailAddress };
    form.offer({ emailAddress });
    onSaved();
  };

  return (
    <SavedForm
      form={form}
      onSubmit={send}
      label={t('Update')}
      busyLabel={t('Updating...')}
      after={
        details.emailAddressPending && (
          <>
            <p className="note note-warning">
              {t(
                'We sent a link to %{emailAddressPending}. Until you open it, keep signing in with your current address.',
                { emailAddressPending: details.emailAddressPending },
              )}
            </p>
            <div>
              <Button label={t('Keep my current address')} variant="plain" onPress={keepAddress} />
            </div>
          </>
        )
      }
    >
      <PersonalFields form={form} taxCountry={details.taxCountry} />
    </SavedForm>
  );
}

function PersonalFields({ form, taxCountry }: { readonly form: Form<PersonalValues>; readonly taxCountry: string }) {
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
      <NameFields form={form} titles={titles} />
      <TextField
        {...form.field('emailAddress')}
        label={t('Email Address')}
        hint={t('We’ll email a link to the new address. The change takes effect once you open it.')}
        type="email"
        autoComplete="email"
      />
      <CellNumberField form={form} countries={countries} />
      <TelephoneField form={form} />
      <TextField {...form.field('taxNumber')} label={t('Income Tax Number')} inputMode="numeric" autoComplete="off" />
      <AgencyFields form={form} />
      <AddressFields form={form} shortAddress postalOptional={!needsPostalCode(taxCountry)} />
      <EmployerConsentField form={form} />
    </>
  );
}
