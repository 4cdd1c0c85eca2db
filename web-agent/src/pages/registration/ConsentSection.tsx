import { CheckField } from '../../fields/CheckField.tsx';
import { ChoiceField } from '../../fields/ChoiceField.tsx';
import { METHODS } from '../../fields/options.ts';
import type { Form } from '../../forms/use-form.ts';
import { T, t } from '../../i18n/t.tsx';
import type { RegistrationValues } from './registration-values.ts';

export function ConsentSection({ form }: { readonly form: Form<RegistrationValues> }) {
  return (
    <fieldset className="form-section">
      <legend>{t('Messages and consent')}</legend>
      <ChoiceField
        {...form.field('communicationMethod')}
        label={t('Preferred Method of Communication')}
        options={METHODS}
      />
      <CheckField
        {...form.field('employerConsent')}
        label={t('My employer has agreed that I may earn rewards in this programme.')}
      />
      <CheckField
        {...form.field('termsAndConditions')}
        label={
          <T
            text="I accept the %{terms}, and I agree to my personal information being processed as set out in them and in the %{policy}."
            terms={
              <a href="/terms-and-conditions" target="_blank" rel="noreferrer">
                {t('terms and conditions')}
                <span className="sr-only"> {t('(opens in a new tab)')}</span>
              </a>
            }
            policy={
              <a href="/privacy" target="_blank" rel="noreferrer">
                {t('privacy policy')}
                <span className="sr-only"> {t('(opens in a new tab)')}</span>
              </a>
            }
          />
        }
      />
    </fieldset>
  );
}
