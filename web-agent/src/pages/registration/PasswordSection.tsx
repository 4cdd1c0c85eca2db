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
        hint="Use upper and lower case, a number and a special character such as ! @ # or ?"
      />
      <PasswordField {...form.field('confirmPassword')} label="Confirm Password" autoComplete="new-password" />
    </fieldset>
  );
}
