import polyglot from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { type I18nProvider, mergeTranslations, type TranslationMessages } from 'react-admin';

/** Messages of react-admin in plain South African English, with the paging labels of the specification. */
const own = {
  ra: {
    action: { create: 'Create', export: 'Export CSV', clear_input_value: 'Clear', remove_filter: 'Remove this filter' },
    auth: { logout: 'Logout' },
    navigation: {
      page_range_info: 'Page %{offsetBegin} of %{total}',
      no_results: 'Nothing matches.',
      no_filtered_results: 'Nothing matches these filters.',
      prev: 'Previous',
      next: 'Next',
    },
    notification: {
      updated: 'Saved.',
      created: 'Created.',
      deleted: 'Removed.',
      http_error: 'No reply from the server. Your change may or may not have been saved. Check before trying again.',
      not_authorized: 'You do not have access to this page.',
    },
    page: { loading: 'Loading', error: 'Something went wrong on this page', access_denied: 'No access' },
    message: {
      access_denied: 'Your role does not include this page. An administrator can change your role.',
      unsaved_changes: 'Some of your changes were not saved. Leave anyway?',
    },
  },
};

const messages = mergeTranslations(english, own as unknown as TranslationMessages);

/** South African English is the only language. A further language needs its own file of messages. */
export const i18nProvider: I18nProvider = polyglot(() => messages, 'en', [{ locale: 'en', name: 'English (ZA)' }], {
  allowMissing: true,
});
