import { PasswordField } from '../../fields/PasswordField.tsx';
import type { Form } from '../../forms/use-form.ts';
import { t } from '../../i18n/t.tsx';
import type { RegistrationValues } from './registration-values.ts';

export function PasswordSection({ form }: { readonly form: Form<RegistrationValues> }) {
  return (
    <fieldset className="form-section">
      <legend>{t('Your password')}</legend>
      <PasswordField
        {...form.field('password')}
        label={t('Password')}
        autoComplete="new-password"
        hint={t('Use upper and lower case, a number and a special character such as ! @ # or ?')}
      />
      <PasswordField {...form.field('confirmPassword')} label={t('Confirm Password')} autoComplete="new-password" />
    </fieldset>
  );
}
