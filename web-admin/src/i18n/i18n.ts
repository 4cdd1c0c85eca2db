import polyglot from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import type { I18nProvider } from 'react-admin';

/** South African English is the only language. A further language needs its own file of messages. */
export const i18nProvider: I18nProvider = polyglot(() => english, 'en', [{ locale: 'en', name: 'English (ZA)' }], {
  allowMissing: true,
});
