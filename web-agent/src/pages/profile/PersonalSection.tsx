import { useCallback, useRef, useState } from 'react';
import { api } from '../../api/calls.ts';
import { messageOr } from '../../api/client.ts';
import type { AgentDetails } from '../../api/types.ts';
import { DraftNote } from '../../forms/DraftNote.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import type { WithProof } from '../../otp/use-step-up.tsx';
import { keepAgentName } from '../../session/session.ts';
import { KEYS, keptValue } from '../../session/storage.ts';
import { MESSAGES, NOTHING_CHANGED } from '../../text/messages.ts';
import { PersonalFields } from './PersonalFields.tsx';
import { type PersonalValues, personalErrors, personalPayload, personalValues } from './personal-values.ts';

interface Props {
  readonly details: AgentDetails;
  readonly withProof: WithProof;
  readonly onSaved: () => void;
}

export function PersonalSection({ details, withProof, onSaved }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const gone = useCallback(() => setOutcome(null), []);
  /** Initial values plus later saves. The form keeps its values while the details reload. */
  const loaded = useRef(personalValues(details));
  const form = useForm<PersonalValues>({
    name: 'personal',
    initial: loaded.current,
    validate: personalErrors(details),
    draft: `personal.${details.id}`,
  });

  const send = form.submit(
    async (values) => {
      setOutcome(null);
      if (!keptValue(KEYS.token) || !keptValue(KEYS.idNumber)) {
        return setOutcome({ kind: 'danger', text: t('Missing credentials.') });
      }
      if (!form.changed) return setOutcome({ kind: 'success', text: NOTHING_CHANGED });
      try {
        const change = () => api.updatePersonal(personalPayload(values, loaded.current, details));
        if (!(await withProof('personal', change))) return;
        loaded.current = values;
        form.sent(values);
        keepAgentName({ firstName: values.firstName, surname: values.surname });
        setOutcome({ kind: 'success', text: t('Profile updated successfully!') });
        onSaved();
      } catch (error) {
        setOutcome({ kind: 'danger', text: messageOr(error, t('Failed to update personal details.')) });
        throw error;
      }
    },
    ({ employerConsent }) =>
      setOutcome({ kind: 'danger', text: employerConsent ? MESSAGES.employerConsent : MESSAGES.profileFillIn }),
  );

  return (
    <form method="post" className="form" noValidate onSubmit={send}>
      <ErrorSummary {...form.summary} />
      <DraftNote {...form.draftNote} />
      <PersonalFields form={form} taxCountry={details.taxCountry} />
      <div>
        <SubmitButton label={t('Update')} busyLabel={t('Updating...')} busy={form.busy} />
      </div>
      <FormMessage outcome={outcome} onGone={gone} />
      {details.emailAddressPending && (
        <p className="note note-warning">
          {t(
            'We sent a link to %{emailAddressPending}. Until you open it, keep signing in with your current address.',
            { emailAddressPending: details.emailAddressPending },
          )}
        </p>
      )}
    </form>
  );
}
