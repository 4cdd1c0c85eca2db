import { Link } from 'react-router-dom';
import { useSession } from '../../session/use-session.ts';
import { ClauseText } from './ClauseText.tsx';
import { CLAUSES } from './terms-text.ts';
import './legal.css';

/** The terms: 22 numbered clauses (specification, section 1). Visitors and agents see the same page. */
export default function TermsPage() {
  const session = useSession();
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>Terms and conditions</h1>
        {session?.role === 'agent' && (
          <p>
            <Link to="/agent/profile/privacy">Accept or withdraw your consents</Link> under Your data and choices.
          </p>
        )}
        <p>
          What earns a reward, when it is paid, and what you agree to. Our{' '}
          <a href="/privacy" target="_blank" rel="noreferrer">
            privacy policy<span className="sr-only"> (opens in a new tab)</span>
          </a>{' '}
          explains how we use your personal information.
        </p>
      </div>
      <ol className="clauses">
        {CLAUSES.map((clause, index) => (
          <ClauseText key={clause.heading} number={index + 1} clause={clause} />
        ))}
      </ol>
    </div>
  );
}
