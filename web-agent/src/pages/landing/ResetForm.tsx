import { isEmail } from '@fynbos/domain/identity/email.ts';
import { useEffect, useState } from 'react';
import { call, QUIET } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { SubmitButton, TextField } from '../../forms/fields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { useForm } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import { FIRST_MESSAGES, required } from '../../messages/first-messages.ts';
import { showAlert } from '../../state/alerts.ts';

const EMPTY = { emailAddress: '' };
type Values = typeof EMPTY;

const validate = ({ emailAddress }: Values) =>
  check<Values>({
    emailAddress: [
      blank(emailAddress, required(t('Email Address'))),
      !isEmail(emailAddress) && FIRST_MESSAGES.emailValid,
    ],
  });

export default function ResetForm({ isShown, onBack }: { readonly isShown: boolean; readonly onBack: () => void }) {
  useEffect(() => {
    if (isShown) document.getElementById('forgot-emailAddress')?.focus();
  }, [isShown]);
  const form = useForm<Values>({ name: 'forgot', initial: EMPTY, validate });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = form.submit(
    async ({ emailAddress }) => {
      try {
        await call('POST', 'auth/forgot-password', { body: { EmailAddress: emailAddress.trim() }, ...QUIET });
        showAlert('success', FIRST_MESSAGES.forgotSent);
        setSentTo(emailAddress.trim());
      } catch {
        showAlert('danger', FIRST_MESSAGES.forgotFailed);
      }
    },
    () => document.getElementById('forgot-emailAddress')?.focus(),
  );
  return (
    <form method="post" className="stack" noValidate onSubmit={send}>
      <h2>{t('Reset Password')}</h2>
      <p className="quiet">{t('We’ll email you a link to choose a new password. It’s valid for one hour.')}</p>
      <TextField {...form.field('emailAddress')} label={t('Email Address')} type="email" autoComplete="email" />
      {sentTo && sentTo === form.values.emailAddress.trim() && (
        <p className="note" role="status">
          {t(
            'If %{sentTo} is registered, the link is on its way. Check your spam folder too. A suspended account gets no link: contact us.',
            { sentTo },
          )}
        </p>
      )}
      <SubmitButton label={t('Send Reset Password')} busyLabel={t('Sending...')} busy={form.busy} variant="wide" />
      <p>
        <Button label={t('Go to Login')} variant="link" onPress={onBack} />
      </p>
    </form>
  );
}
