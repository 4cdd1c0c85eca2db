import { isEmail } from '@fynbos/domain/identity/email.ts';
import { auth } from '../../api/auth-calls.ts';
import { blank, check } from '../../forms/rules.ts';
import { SubmitButton } from '../../forms/SubmitButton.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useForm } from '../../forms/use-form.ts';
import { showAlert } from '../../shell/alerts.ts';
import { MESSAGES } from '../../text/messages.ts';

interface Values {
  emailAddress: string;
}

const validate = ({ emailAddress }: Values) =>
  check<Values>({
    emailAddress: [blank(emailAddress, MESSAGES.emailRequired), !isEmail(emailAddress) && MESSAGES.emailValid],
  });

/** The reset side of the card (specification, section 2). */
export function ResetForm({ onBack }: { readonly onBack: () => void }) {
  const form = useForm<Values>({ name: 'forgot', initial: { emailAddress: '' }, validate });
  const send = form.submit(
    async ({ emailAddress }) => {
      try {
        await auth.forgotPassword(emailAddress.trim());
        showAlert('success', MESSAGES.forgotSent);
      } catch {
        showAlert('danger', MESSAGES.forgotFailed);
      }
    },
    () => document.getElementById('forgot-emailAddress')?.focus(),
  );
  return (
    <form method="post" className="stack" noValidate onSubmit={send}>
      <h2>Reset Password</h2>
      <p className="quiet">We send you a link to choose a new password. It works once, for an hour.</p>
      <TextField
        {...form.field('emailAddress')}
        label="Email address"
        type="email"
        autoComplete="email"
        inputMode="email"
      />
      <SubmitButton label="Send Reset Password" busyLabel="Sending..." busy={form.busy} wide />
      <p>
        <button type="button" className="link" onClick={onBack}>
          Go to Login
        </button>
      </p>
    </form>
  );
}
