import { needsPostalCode } from '@fynbos/domain/country/countries.ts';
import { AddressFields, AgencyFields, NameFields, TelephoneField } from '../../agent-fields/AgentFields.tsx';
import { useReferenceLists } from '../../agent-fields/reference-lists.ts';
import { call } from '../../api/client.ts';
import type { AgentDetails } from '../../api/types.ts';
import { TextField } from '../../forms/fields.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { t } from '../../i18n/t.tsx';
import { MESSAGES, NOTHING_CHANGED } from '../../messages/messages.ts';
import { useStepUp } from '../../one-time-password/use-step-up.tsx';
import { storeAgentName } from '../../session/session.ts';
import { type AgencyValues, agencyErrors, agencyValues } from './agency-rules.ts';

/** Its rules include those of phone numbers, so it loads after the page. */
export default function AgencyForm({ details }: { readonly details: AgentDetails }) {
  const { titles } = useReferenceLists();
  const form = useSavedForm<AgencyValues>(
    {
      name: 'agency',
      initial: agencyValues(details),
      validate: agencyErrors(details),
      draft: `agency.${details.id}`,
    },
    t('Agency details fetched successfully.'),
  );
  const { withProof, dialog } = useStepUp(details);

  const send = form.save(
    async (values) => {
      if (!form.changed) return NOTHING_CHANGED;
      const { taxCountry: _, ...body } = values;
      if (!(await withProof('personal', () => call('PUT', `update/${details.id}`, { body })))) return undefined;
      form.sent(values);
      storeAgentName({ firstName: values.firstName, surname: values.surname });
      return t('Travel agency updated successfully!');
    },
    { failed: () => t('Failed to update travel agency.'), invalid: () => MESSAGES.fillAllCorrectly },
  );

  return (
    <>
      <SavedForm
        form={form}
        onSubmit={send}
        label={t('Update')}
        busyLabel={t('Updating...')}
        missing={MESSAGES.fillAllCorrectly}
      >
        <NameFields form={form} titles={titles} />
        <TextField {...form.field('emailAddress')} label={t('Email Address')} type="email" autoComplete="email" />
        <TextField
          {...form.field('cellNumber')}
          label={t('Cell Number')}
          hint={t(
            'South Africa: ten digits, for example 0821234567. Other countries: with the dial code, for example +264811234567.',
          )}
          type="tel"
          autoComplete="tel-national"
        />
        <TelephoneField form={form} />
        <AgencyFields form={form} />
        <TextField {...form.field('taxNumber')} label={t('Tax Number')} inputMode="numeric" autoComplete="off" />
        <AddressFields form={form} shortAddress postalOptional={!needsPostalCode(details.taxCountry)} />
      </SavedForm>
      {dialog}
    </>
  );
}
