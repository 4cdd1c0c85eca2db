import { useState } from 'react';
import { LANGUAGES, language } from '../i18n/language.ts';
import { t } from '../i18n/t.tsx';
import { drop, KEYS, keep, keptValue } from '../state/storage.ts';

/** Choices that this browser keeps. Loaded after the page, because the first route has no bytes to spare. */
export default function Preferences() {
  return (
    <div className="row">
      <LanguageChoice id="language" />
      <ThemeChoice />
    </div>
  );
}

/** The language of the portal. Stored in this browser; the page loads again in the new language. */
export function LanguageChoice({ id }: { readonly id: string }) {
  const current = Object.keys(LANGUAGES).find((code) => LANGUAGES[code] === language);
  const choose = (code: string): void => {
    keep(KEYS.language, code);
    window.location.reload();
  };
  return (
    <div className="row select-line">
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

/** Light, dark or the device's setting. Stored in this browser; `boot.js` applies it before the first paint. */
function ThemeChoice() {
  const [theme, setTheme] = useState(keptValue(KEYS.theme) ?? '');

  function choose(next: string): void {
    setTheme(next);
    if (next) {
      keep(KEYS.theme, next);
      document.documentElement.dataset.theme = next;
    } else {
      drop([KEYS.theme]);
      delete document.documentElement.dataset.theme;
    }
  }

  return (
    <div className="row select-line">
      <label htmlFor="theme">{t('Appearance')}</label>
      <select id="theme" className="input" value={theme} onChange={(event) => choose(event.target.value)}>
        <option value="">{t('Use device setting')}</option>
        <option value="light">{t('Light')}</option>
        <option value="dark">{t('Dark')}</option>
      </select>
    </div>
  );
}
