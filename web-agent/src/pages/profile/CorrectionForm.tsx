import { useCallback, useState } from 'react';
import { account } from '../../api/account-calls.ts';
import { TextArea } from '../../fields/TextArea.tsx';
import { ErrorSummary } from '../../forms/ErrorSummary.tsx';
import { FormMessage, type Outcome } from '../../forms/FormMessage.tsx';
import { blank, check } from '../../forms/rules.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import { required } from '../../text/first-messages.ts';

const EMPTY = { details: '' };
type Values = typeof EMPTY;

const validate = ({ details }: Values) => check<Values>({ details: blank(details, required(t('What is wrong'))) });

/** A request to correct data that the agent cannot change in the profile. */
export function CorrectionForm() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const gone = useCallback(() => setOutcome(null), []);
  const form = useForm<Values>({ name: 'request', initial: EMPTY, validate });
  const send = form.submit(async ({ details }) => {
    await account.requestCorrection(details);
    setOutcome({ kind: 'success', text: t('Your request was received. We answer by email.') });
    form.reset(EMPTY);
  });
  return (
    <section className="stack" aria-labelledby="request">
      <h2 id="request">{t('Ask for a correction')}</h2>
      <form method="post" className="form" noValidate onSubmit={send}>
        <ErrorSummary {...form.summary} />
        <TextArea
          {...form.field('details')}
          label={t('What is wrong')}
          hint={t('Say which data is wrong and what it should be. You can change most of it in your profile yourself.')}
        />
        <div>
          <SubmitButton label={t('Send request')} busyLabel={t('Sending...')} busy={form.busy} />
        </div>
        <FormMessage outcome={outcome} onGone={gone} />
      </form>
    </section>
  );
}
