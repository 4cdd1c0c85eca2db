import { TextField } from '../first-form/fields.tsx';
import type { FieldBinding } from '../first-form/use-form.ts';
import { t } from '../i18n/t.tsx';

type AddressField = 'physicalAddressLine1' | 'physicalAddressLine2' | 'physicalAddressLine3' | 'postalCode';

interface Props {
  readonly form: { field(key: AddressField): FieldBinding };
  /** Lines 2 and 3 are optional (the stand-alone update form). */
  readonly shortAddress?: boolean;
  readonly postalOptional?: boolean;
}

/** The agency's address (specification, section 3, Agency). */
export function AddressFields({ form, shortAddress, postalOptional }: Props) {
  return (
    <>
      <TextField
        {...form.field('physicalAddressLine1')}
        label={t('Physical Address Line 1')}
        hint={t('Building and street.')}
        autoComplete="address-line1"
      />
      <TextField
        {...form.field('physicalAddressLine2')}
        label={t('Physical Address Line 2')}
        hint={t('Suburb.')}
        autoComplete="address-line2"
        optional={shortAddress}
      />
      <div className="pair">
        <TextField
          {...form.field('physicalAddressLine3')}
          label={t('Physical Address Line 3')}
          hint={t('City or town.')}
          autoComplete="address-line3"
          optional={shortAddress}
        />
        <TextField
          {...form.field('postalCode')}
          label={t('Postal Code')}
          hint={t('4 digits for South Africa.')}
          inputMode="numeric"
          autoComplete="postal-code"
          optional={postalOptional}
        />
      </div>
    </>
  );
}
