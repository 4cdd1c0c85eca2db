import type { RefusalCode } from '@fynbos/domain/refusal-codes.ts';
import { useState } from 'react';
import { AgencyFields } from '../../agent-fields/AgentFields.tsx';
import { PhoneField } from '../../agent-fields/PhoneField.tsx';
import { useReferenceLists } from '../../agent-fields/reference-lists.ts';
import { ApiError, call, SHOWS_ERRORS } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { TextField } from '../../forms/fields.tsx';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { t } from '../../i18n/t.tsx';
import {
  CELL_LIMIT,
  EMPTY_REFERRAL,
  type ReferralValues,
  referralErrors,
  referralRequest,
  SERVER_NAMES,
} from './refer-rules.ts';

/** Problems of a person who is in the programme already. */
const ALREADY_REGISTERED_CODES: readonly unknown[] = [
  'referral.exists',
  'referral.already-registered',
] satisfies RefusalCode[];

/** Sends a referral. `refusal`: why the server refused a person who is in the programme already. */
function useReferral(agentId: number, onSent: () => void) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useSavedForm<ReferralValues>({
    name: 'refer',
    initial: EMPTY_REFERRAL,
    validate: referralErrors,
    serverNames: SERVER_NAMES,
    draft: `refer.${agentId}`,
  });
  const send = form.save(
    async (values) => {
      try {
        await call('POST', 'Referral/refer-agent', { body: referralRequest(values, agentId), ...SHOWS_ERRORS });
      } catch (error) {
        if (!(error instanceof ApiError && ALREADY_REGISTERED_CODES.includes(error.code))) throw error;
        setRefusal(error.message);
        return undefined;
      }
      form.reset(EMPTY_REFERRAL);
      onSent();
      return t('The travel agent has been successfully referred!');
    },
    { failed: ({ message }) => message },
  );
  return { form, send, refusal, clearRefusal: () => setRefusal(null) };
}

export function ReferForm({ agentId, onSent }: { readonly agentId: number; readonly onSent: () => void }) {
  const { countries } = useReferenceLists();
  const { form, send, refusal, clearRefusal } = useReferral(agentId, onSent);
  return (
    <>
      <SavedForm
        form={form}
        onSubmit={send}
        label={t('Send Referral Email')}
        busyLabel={t('Sending Referral Email...')}
      >
        <input type="hidden" name="referredByAgentId" value={agentId} />
        <div className="pair">
          <TextField {...form.field('firstName')} label={t('First Name')} autoComplete="off" />
          <TextField {...form.field('surname')} label={t('Surname')} autoComplete="off" />
        </div>
        <TextField
          {...form.field('emailAddress')}
          label={t('Email Address')}
          hint={t('Their work address: Gmail, Yahoo and Hotmail are not accepted.')}
          type="email"
          autoComplete="off"
        />
        <PhoneField
          label={t('Contact Number')}
          dialCode={form.field('countryDialCode')}
          number={form.field('cellNumber')}
          countries={countries}
          maxLength={CELL_LIMIT}
        />
        <AgencyFields form={form} isOther />
      </SavedForm>
      {refusal && (
        <RefusalPopups
          message={refusal}
          onEdit={() => {
            clearRefusal();
            document.getElementById('refer-emailAddress')?.focus();
          }}
          onCancel={() => {
            clearRefusal();
            form.reset(EMPTY_REFERRAL);
          }}
        />
      )}
    </>
  );
}

interface RefusalPopupsProps {
  readonly message: string;
  readonly onEdit: () => void;
  readonly onCancel: () => void;
}

/** The error, then Cancel or Edit (specification, sections 2 and 8). Escape acts as Edit. */
function RefusalPopups({ message, onEdit, onCancel }: RefusalPopupsProps) {
  const [isErrorRead, setErrorRead] = useState(false);
  if (!isErrorRead) {
    return (
      <Dialog key="error" title={t('Error')} onClose={() => setErrorRead(true)} alert>
        <p>{message}</p>
        <div className="actions">
          <Button label={t('OK')} onPress={() => setErrorRead(true)} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog key="registered" title={t('Travel Agent Already Registered')} onClose={onEdit} alert>
      <p>
        {t('This travel agent is already in the programme. Correct the information, refer someone else, or cancel.')}
      </p>
      <div className="actions">
        <Button label={t('Cancel')} variant="plain" onPress={onCancel} />
        <Button label={t('Edit')} onPress={onEdit} />
      </div>
    </Dialog>
  );
}
