import { NEW_PASSWORDS_DIFFER, passwordProblem } from '@fynbos/domain/identity/password.ts';
import type { RefusalCode } from '@fynbos/domain/refusal-codes.ts';
import { useState } from 'react';
import { ApiError, call, messageOr, SHOWS_ERRORS } from '../../api/client.ts';
import { Link } from '../../components/Link.tsx';
import { PasswordField } from '../../forms/fields.tsx';
import { NewPasswordFields } from '../../forms/NewPasswordFields.tsx';
import { blank, check } from '../../forms/rules.ts';
import { SavedForm, useSavedForm } from '../../forms/saved-form.tsx';
import { T, t } from '../../i18n/t.tsx';
import { required } from '../../messages/first-messages.ts';
import { MESSAGES } from '../../messages/messages.ts';
import type { WithProof } from '../../one-time-password/use-step-up.tsx';

const EMPTY = { password: '', newPassword: '', confirmPassword: '' };
type Values = typeof EMPTY;

interface Props {
  readonly agentId: number;
  /** Lets a password manager match the password to its account. */
  readonly email: string;
  readonly withProof: WithProof;
}

const validate = ({ password, newPassword, confirmPassword }: Values) =>
  check<Values>({
    password: blank(password, required(t('Old Password'))),
    newPassword: [blank(newPassword, required(t('New Password'))), passwordProblem(newPassword)],
    confirmPassword: [
      blank(confirmPassword, required(t('Confirm Password'))),
      confirmPassword !== newPassword && NEW_PASSWORDS_DIFFER,
    ],
  });

const PASSWORD_LOCKED: RefusalCode = 'agent.password-locked';

/** Change Password, with two attempts at the old password (specification, sections 4, 5 and 8). */
export function PasswordSection({ agentId, email, withProof }: Props) {
  const [twice, setTwice] = useState(false);
  const form = useSavedForm<Values>({ name: 'password', initial: EMPTY, validate });

  const send = form.save(
    async (values) => {
      const change = () => call('PUT', `password/update-password/${agentId}`, { body: values, ...SHOWS_ERRORS });
      if (!(await withProof('password', change))) return undefined;
      form.reset(EMPTY);
      return t('Password updated successfully');
    },
    {
      failed: (error) => {
        const refusal = error instanceof ApiError ? error : null;
        setTwice(refusal?.code === PASSWORD_LOCKED);
        return refusal && refusal.fields.length > 0 ? null : messageOr(error, MESSAGES.profileUpdateFailed);
      },
      // Two passwords that differ.
      invalid: ({ confirmPassword }) => (form.values.confirmPassword && confirmPassword) || null,
    },
  );

  return (
    <SavedForm
      form={form}
      onSubmit={send}
      label={t('Update Password')}
      busyLabel={t('Updating...')}
      after={
        twice && (
          <p>
            <T
              text="%{link}, or sign out and choose “Forgot Password?”: a new password unlocks the change as well."
              link={<Link to="/contact-us">{t('Go to Contact Us')}</Link>}
            />
          </p>
        )
      }
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField {...form.field('password')} label={t('Old Password')} autoComplete="current-password" />
      <NewPasswordFields
        password={form.field('newPassword')}
        confirmPassword={form.field('confirmPassword')}
        label={t('New Password')}
      />
    </SavedForm>
  );
}
