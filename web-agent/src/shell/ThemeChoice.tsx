import { useState } from 'react';
import { t } from '../i18n/t.tsx';
import { drop, KEYS, keep, keptValue } from '../session/storage.ts';

/** Light, dark or the device's setting. Stored in this browser; `boot.js` applies it before the first paint. */
export function ThemeChoice() {
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
    <div className="preference">
      <label htmlFor="theme">{t('Appearance')}</label>
      <select id="theme" className="input" value={theme} onChange={(event) => choose(event.target.value)}>
        <option value="">{t('Use device setting')}</option>
        <option value="light">{t('Light')}</option>
        <option value="dark">{t('Dark')}</option>
      </select>
    </div>
  );
}
