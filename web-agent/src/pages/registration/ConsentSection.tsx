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
        label="My employer agrees to me earning rewards in this programme."
      />
      <CheckField
        {...form.field('termsAndConditions')}
        label={
          <>
            I accept the{' '}
            <a href="/terms-and-conditions" target="_blank" rel="noreferrer">
              terms and conditions<span className="sr-only"> (opens in a new tab)</span>
            </a>{' '}
            and the processing of my personal information as they and the{' '}
            <a href="/privacy" target="_blank" rel="noreferrer">
              privacy policy<span className="sr-only"> (opens in a new tab)</span>
            </a>{' '}
            describe.
          </>
        }
      />
    </fieldset>
  );
}
