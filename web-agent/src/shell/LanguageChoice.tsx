import { LANGUAGES, language } from '../i18n/language.ts';
import { t } from '../i18n/t.tsx';
import { KEYS, keep } from '../session/storage.ts';

/** The language of the portal. Stored in this browser; the page loads again in the new language. */
export function LanguageChoice({ id }: { readonly id: string }) {
  const current = Object.keys(LANGUAGES).find((code) => LANGUAGES[code] === language);
  const choose = (code: string): void => {
    keep(KEYS.language, code);
    window.location.reload();
  };
  return (
    <div className="preference">
      <label htmlFor={id}>{t('Language of the portal')}</label>
      <select id={id} className="input" value={current} onChange={(event) => choose(event.target.value)}>
        {Object.entries(LANGUAGES).map(([code, { name, tag }]) => (
          <option key={code} value={code} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
