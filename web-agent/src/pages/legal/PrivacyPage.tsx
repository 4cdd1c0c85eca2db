import { t } from '../../i18n/t.tsx';
import { EnglishText } from './EnglishText.tsx';
import { SECTIONS } from './privacy-text.tsx';

/** The privacy policy (specification, section 1). */
export default function PrivacyPage() {
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>{t('Privacy policy')}</h1>
        <p>{t('What we know about you, what we use it for, and what you can do about it.')}</p>
      </div>
      <EnglishText>
        <div className="prose">
          {SECTIONS.map(({ heading, text }) => (
            <section key={heading}>
              <h2>{heading}</h2>
              <p>{text}</p>
            </section>
          ))}
        </div>
      </EnglishText>
    </div>
  );
}
