import polyglot from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { type I18nProvider, mergeTranslations, type TranslationMessages } from 'react-admin';

/** react-admin's words in the product's voice: plain, South African English, and the specification's paging. */
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
      http_error:
        'The server could not be reached. What you sent may have been saved or not: look before you send it again.',
      not_authorized: 'You are not allowed to see this.',
    },
    page: { loading: 'Loading', error: 'This could not be shown', access_denied: 'Not allowed' },
    message: {
      access_denied: 'Your rights do not include this page. An administrator can give them to you.',
      unsaved_changes: 'Some of your changes were not saved. Leave anyway?',
    },
  },
};

const messages = mergeTranslations(english, own as unknown as TranslationMessages);

/** One language today, South African English; a further one is a further file of messages. */
export const i18nProvider: I18nProvider = polyglot(() => messages, 'en', [{ locale: 'en', name: 'English (ZA)' }], {
  allowMissing: true,
});
