import type { ReferenceLists } from '../api/types.ts';
import { TextField } from '../first-form/fields.tsx';
import type { FieldBinding } from '../first-form/use-form.ts';
import { serverText, t } from '../i18n/t.tsx';
import { SelectField } from './SelectField.tsx';

interface Props {
  readonly form: { field(key: 'title' | 'initials' | 'firstName' | 'surname'): FieldBinding };
  readonly titles: ReferenceLists['titles'];
}

/** The agent's name (specification, section 3, Travel agent). */
export const NameFields = ({ form, titles }: Props) => (
  <div className="pair">
    <SelectField
      {...form.field('title')}
      label={t('Title')}
      placeholder={t('Choose a title')}
      autoComplete="honorific-prefix"
      options={titles.map(({ name }) => ({ value: name, label: serverText(name) }))}
    />
    <TextField {...form.field('initials')} label={t('Initials')} autoComplete="off" />
    <TextField {...form.field('firstName')} label={t('First Name')} autoComplete="given-name" />
    <TextField {...form.field('surname')} label={t('Surname')} autoComplete="family-name" />
  </div>
);
