import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { SelectLine } from '../components/SelectLine.tsx';
import { LANGUAGES, language } from '../i18n/language.ts';
import { t } from '../i18n/t.tsx';
import { KEYS, loadValue, removeValues, saveValue } from '../state/storage.ts';

/** Choices that this browser keeps. Loaded after the page, because the first route has no bytes to spare. */
export default function Preferences() {
  return (
    <div className="stack-tight">
      <div className="row">
        <LanguageChoice />
        <ThemeChoice />
      </div>
      {language.load && <p className="quiet">{t('Emails, SMS and documents are in English.')}</p>}
    </div>
  );
}

/** The language of the portal. Stored in this browser; the page loads again in the new language, on request. */
function LanguageChoice() {
  const current = Object.keys(LANGUAGES).find((code) => LANGUAGES[code] === language) ?? '';
  const [chosen, setChosen] = useState(current);
  const show = (): void => {
    saveValue(KEYS.language, chosen);
    window.location.reload();
  };
  const options = Object.entries(LANGUAGES).map(([value, { name, tag }]) => ({ value, label: name, lang: tag }));
  return (
    <>
      <SelectLine
        id="language"
        label={t('Language of the portal')}
        value={chosen}
        options={options}
        onValue={setChosen}
      />
      {chosen !== current && (
        <Button
          label={t('Show in %{language}', { language: LANGUAGES[chosen]?.name ?? '' })}
          variant="plain"
          onPress={show}
        />
      )}
    </>
  );
}

/** Light, dark or the device's setting. Stored in this browser; `boot.js` applies it before the first paint. */
function ThemeChoice() {
  const [theme, setTheme] = useState(loadValue(KEYS.theme) ?? '');

  function choose(next: string): void {
    setTheme(next);
    if (next) {
      saveValue(KEYS.theme, next);
      document.documentElement.dataset.theme = next;
    } else {
      removeValues([KEYS.theme]);
      delete document.documentElement.dataset.theme;
    }
  }

  return <SelectLine id="theme" label={t('Appearance')} value={theme} options={THEMES} onValue={choose} />;
}

const THEMES = [
  { value: '', label: t('Use device setting') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
];
