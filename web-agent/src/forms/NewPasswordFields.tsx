import { t } from '../i18n/t.tsx';
import { PasswordField } from './fields.tsx';
import type { FieldBinding } from './use-form.ts';

interface Props {
  readonly password: FieldBinding;
  readonly confirmPassword: FieldBinding;
  readonly label?: string;
}

export const NewPasswordFields = ({ password, confirmPassword, label = t('Password') }: Props) => (
  <>
    <PasswordField
      {...password}
      label={label}
      autoComplete="new-password"
      hint={t('Use upper and lower case, a number and a special character such as ! @ # or ?')}
    />
    <PasswordField {...confirmPassword} label={t('Confirm Password')} autoComplete="new-password" />
  </>
);
