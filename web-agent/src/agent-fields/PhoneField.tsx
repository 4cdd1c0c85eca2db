import { controlOf, FieldShell } from '../forms/fields.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import { serverText, t } from '../i18n/t.tsx';

interface Props {
  readonly label: string;
  readonly dialCode: FieldBinding;
  readonly number: FieldBinding;
  readonly countries: readonly { readonly name: string; readonly dailCode: string }[];
  readonly hint?: string;
  readonly maxLength?: number;
  readonly autoComplete?: string;
}

/** A dial code and the number after it, each with its own name, hint and error. Non-digits are dropped while typing. */
export function PhoneField({ label, dialCode, number, countries, hint, maxLength, autoComplete }: Props) {
  const error = number.error ?? dialCode.error;
  return (
    <FieldShell id={number.id} label={label} hint={hint} error={error}>
      <div className="input-group">
        <select
          id={dialCode.id}
          name={dialCode.name}
          {...controlOf(number.id, { error: dialCode.error })}
          aria-label={t('Dial Code')}
          autoComplete={autoComplete && 'tel-country-code'}
          value={dialCode.value}
          onChange={(event) => dialCode.onValue(event.target.value)}
          onBlur={dialCode.onBlur}
        >
          <option value="">{t('Dial Code')}</option>
          {countries.map(({ name, dailCode }) => (
            <option key={dailCode} value={dailCode}>
              +{dailCode} {serverText(name)}
            </option>
          ))}
        </select>
        <input
          id={number.id}
          name={number.name}
          {...controlOf(number.id, { hint, error })}
          type="tel"
          inputMode="numeric"
          autoComplete={autoComplete}
          maxLength={maxLength}
          aria-invalid={number.error ? true : undefined}
          value={number.value}
          onChange={(event) => number.onValue(event.target.value.replace(/\D/g, ''))}
          onBlur={number.onBlur}
        />
      </div>
    </FieldShell>
  );
}
