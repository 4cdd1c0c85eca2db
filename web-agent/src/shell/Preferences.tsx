import { LanguageChoice } from './LanguageChoice.tsx';
import { ThemeChoice } from './ThemeChoice.tsx';

/** Choices that this browser keeps. Loaded after the page, because the first route has no bytes to spare. */
export default function Preferences() {
  return (
    <div className="preferences">
      <LanguageChoice id="language" />
      <ThemeChoice />
    </div>
  );
}
