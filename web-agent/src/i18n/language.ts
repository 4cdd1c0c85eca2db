import { KEYS, loadValue } from '../state/storage.ts';

interface Catalogue {
  /** Translations of the portal's own texts by their English text (docs/decisions/0027). */
  readonly texts: Readonly<Record<string, string>>;
  /** Translations of texts that the server sends. */
  readonly server: Readonly<Record<string, string>>;
}

interface LanguageEntry {
  /** The language's own name. */
  readonly name: string;
  /** For `<html lang>`. */
  readonly tag: string;
  readonly decimalSeparator: string;
  /** Absent for English, which the source contains. */
  readonly load?: () => Promise<{ default: Catalogue }>;
}

export const LANGUAGES: Readonly<Record<string, LanguageEntry>> = {
  en: { name: 'English', tag: 'en-ZA', decimalSeparator: '.' },
  af: { name: 'Afrikaans', tag: 'af-ZA', decimalSeparator: ',', load: () => import('./af.json') },
};

const ENGLISH = LANGUAGES.en as LanguageEntry;
const chosen = LANGUAGES[loadValue(KEYS.language) ?? ''] ?? ENGLISH;

/**
 * Loaded before any module with texts. Undefined for English or a failed load. Another choice takes effect with a
 * reload.
 */
export const catalogue =
  chosen.load &&
  (await Promise.all([chosen.load(), import('./translation.ts')]).then(
    ([{ default: loaded }, { localized, longestFirst, matched, pluralForm }]) => {
      const entries = longestFirst(loaded.server);
      return {
        ...loaded,
        pluralForm,
        matched: (text: string) => matched(entries, text),
        localized: (text: string) => localized(loaded.texts, chosen.decimalSeparator, text),
      };
    },
    () => undefined,
  ));

export const language = catalogue ? chosen : ENGLISH;

if (typeof document !== 'undefined') document.documentElement.lang = language.tag;
