import { PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import type { RefusalCode } from '@fynbos/domain/refusal-codes.ts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, call, messageOr, QUIET } from '../../api/client.ts';
import type { ResetLink } from '../../api/types.ts';
import { Link } from '../../components/Link.tsx';
import { useLoaded } from '../../components/load-state.tsx';
import { Page } from '../../components/Page.tsx';
import { NewPasswordFields } from '../../forms/NewPasswordFields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { T, t } from '../../i18n/t.tsx';
import { TIMES } from '../../messages/first-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import '../../styles/forms.css';

const INVALID_LINK_CODE: RefusalCode = 'agent.link-dead';

const EMPTY = { password: '', confirmPassword: '' };
type Values = typeof EMPTY;

const validate = ({ password, confirmPassword }: Values) =>
  check<Values>({
    password: [blank(password, MESSAGES.resetPasswordRequired), passwordProblem(password)],
    confirmPassword: [
      blank(confirmPassword, MESSAGES.resetPasswordRequired),
      confirmPassword !== password && PASSWORDS_DIFFER,
    ],
  });

export default function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token') ?? '';
  const [doneMessage, setDoneMessage] = useState('');
  const [isRefused, setRefused] = useState(false);
  // The check only helps; the server decides when the password is sent.
  const { data: link } = useLoaded(
    async () => (token ? call('GET', 'auth/reset-password', { query: { token }, ...QUIET }) : null),
    token,
  );
  const navigate = useNavigate();
  const form = useSavedForm<Values>({ name: 'reset', initial: EMPTY, validate });

  useEffect(() => {
    if (!doneMessage) return;
    const timer = setTimeout(() => navigate('/'), TIMES.resetRedirect);
    return () => clearTimeout(timer);
  }, [doneMessage, navigate]);

  const send = form.save(
    async (values) => {
      if (!token) throw new ApiError(0, alerted(MESSAGES.resetToken), [], undefined, INVALID_LINK_CODE);
      const { message } = await call('POST', 'auth/reset-password', { body: values, query: { token } });
      setDoneMessage(message ?? t('Your password was updated.'));
      return undefined;
    },
    {
      failed: (error) => {
        setRefused(error instanceof ApiError && error.code === INVALID_LINK_CODE);
        return messageOr(error, t('An error occurred.'));
      },
      // Two passwords that differ.
      invalid: ({ confirmPassword }) =>
        confirmPassword && form.values.confirmPassword ? alerted(confirmPassword) : null,
    },
  );

  return (
    <Page title={t('Choose a new password')} intro={validity(link?.how ?? null)}>
      <div className="stack">
        {(isRefused || link?.isValid === false) && <InvalidLink />}
        {doneMessage ? (
          <p className="note" role="status">
            {doneMessage}
          </p>
        ) : (
          <SavedForm form={form} onSubmit={send} label={t('Update Password')} busyLabel={t('Updating...')}>
            <NewPasswordFields password={form.field('password')} confirmPassword={form.field('confirmPassword')} />
          </SavedForm>
        )}
        <p>
          <Link to="/">{t('Go to Login')}</Link>
        </p>
      </div>
    </Page>
  );
}

/** Shows a text in the browser's own alert, which the specification requires for two errors, and returns it. */
function alerted(text: string): string {
  window.alert(text);
  return text;
}

function validity(how: ResetLink['how']): string {
  if (how === null) return t('The link in your email can be used once.');
  return how === 'set'
    ? t('The link in your email can be used once and is valid for seven days.')
    : t('The link in your email can be used once and is valid for one hour.');
}

/** A link that was used, replaced or has expired leads to a new one. */
const InvalidLink = () => (
  <div className="note note-warning" role="alert">
    <p>
      <T
        text="%{used} It was used already, it has expired, or a newer one was sent."
        used={<strong>{t('This link can no longer be used.')}</strong>}
      />
    </p>
    <p>
      <Link to="/" state={{ forgot: true }}>
        {t('Send me a new link')}
      </Link>
    </p>
  </div>
);
