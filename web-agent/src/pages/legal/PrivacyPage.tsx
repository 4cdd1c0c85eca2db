import { Page } from '../../components/Page.tsx';
import { t } from '../../i18n/t.tsx';
import { EnglishText } from './EnglishText.tsx';
import { SECTIONS } from './privacy-text.tsx';

export default function PrivacyPage() {
  return (
    <Page title={t('Privacy policy')} intro={t('What we store about you, how we use it, and your rights.')}>
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
    </Page>
  );
}
