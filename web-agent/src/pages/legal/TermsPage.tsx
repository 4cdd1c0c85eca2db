import { Link, NewTabLink } from '../../components/Link.tsx';
import { Page } from '../../components/Page.tsx';
import { T, t } from '../../i18n/t.tsx';
import { useSession } from '../../session/session.ts';
import { EnglishText } from './EnglishText.tsx';
import { CLAUSES, type Clause } from './terms-text.ts';
import './legal.css';

/** The terms: 22 numbered clauses (specification, section 1). Visitors and agents see the same page. */
export default function TermsPage() {
  const session = useSession();
  return (
    <Page
      title={t('Terms and Conditions')}
      intro={
        <T
          text="What earns a reward, when it is paid, and what you agree to. Our %{link} explains how we use your personal information."
          link={<NewTabLink href="/privacy">{t('privacy policy')}</NewTabLink>}
        />
      }
    >
      {session?.role === 'agent' && (
        <p className="note">
          <T
            text="%{link} under Your data and choices."
            link={<Link to="/agent/profile/privacy">{t('Accept or withdraw your consents')}</Link>}
          />
        </p>
      )}
      <EnglishText>
        <ol className="stack">
          {CLAUSES.map((clause, index) => (
            <ClauseText key={clause.heading} number={index + 1} clause={clause} />
          ))}
        </ol>
      </EnglishText>
    </Page>
  );
}

/** One numbered clause with its sub-clauses. The numbers are text, so that they can be copied and read aloud. */
function ClauseText({ number, clause }: { readonly number: number; readonly clause: Clause }) {
  return (
    <li id={`clause-${number}`} className="stack-tight">
      <h2>
        {number}. {clause.heading}
      </h2>
      <p>{clause.text}</p>
      {clause.subClauses?.map((text, index) => (
        <p key={text} className="sub-clause">
          <span>
            {number}.{index + 1}
          </span>{' '}
          {text}
        </p>
      ))}
      {clause.items && (
        <ul className="bullets">
          {clause.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
      {clause.after && <p>{clause.after}</p>}
    </li>
  );
}
