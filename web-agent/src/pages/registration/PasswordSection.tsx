import { PASSWORD_SPECIALS } from '@fynbos/domain/identity/password.ts';
import { PasswordField } from '../../forms/PasswordField.tsx';
import type { Form } from '../../forms/use-form.ts';
import type { RegistrationValues } from './registration-values.ts';

export function PasswordSection({ form }: { readonly form: Form<RegistrationValues> }) {
  return (
    <fieldset className="form-section">
      <legend>Your password</legend>
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        hint={`A capital, a small letter, a number and one of ${PASSWORD_SPECIALS}`}
      />
      <PasswordField {...form.field('confirmPassword')} label="Confirm Password" autoComplete="new-password" />
    </fieldset>
  );
}
