import { t } from '../i18n/t.tsx';
import type { Option } from './SelectField.tsx';

/** Communication method codes (specification, section 9). */
export const METHODS: readonly Option[] = [
  { value: 'C', label: 'SMS' },
  { value: 'E', label: t('Email') },
];
