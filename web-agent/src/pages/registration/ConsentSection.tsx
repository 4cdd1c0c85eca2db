import { CheckField } from '../../forms/CheckField.tsx';
import { ChoiceField } from '../../forms/ChoiceField.tsx';
import { METHODS } from '../../forms/options.ts';
import type { Form } from '../../forms/use-form.ts';
import type { RegistrationValues } from './registration-values.ts';

export function ConsentSection({ form }: { readonly form: Form<RegistrationValues> }) {
  return (
    <fieldset className="form-section">
      <legend>Messages and consent</legend>
      <ChoiceField {...form.field('communicationMethod')} label="Preferred Method of Communication" options={METHODS} />
      <CheckField
        {...form.field('employerConsent')}
        label="My employer has agreed that I may earn rewards in this programme."
      />
      <CheckField
        {...form.field('termsAndConditions')}
        label={
          <>
            I accept the{' '}
            <a href="/terms-and-conditions" target="_blank" rel="noreferrer">
              terms and conditions<span className="sr-only"> (opens in a new tab)</span>
            </a>
            , and I agree to my personal information being processed as set out in them and in the{' '}
            <a href="/privacy" target="_blank" rel="noreferrer">
              privacy policy<span className="sr-only"> (opens in a new tab)</span>
            </a>
            .
          </>
        }
      />
    </fieldset>
  );
}
