import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Accordion } from '../../components/Accordion.tsx';
import { T, t } from '../../i18n/t.tsx';
import { QUESTIONS } from './questions.ts';

const idOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * Five questions with plus and minus (specification, section 1). Native `details` elements work without scripts. An
 * address with the question's id opens it.
 */
export default function FaqPage() {
  const { hash } = useLocation();
  useEffect(() => {
    const asked = hash && document.getElementById(hash.slice(1));
    if (!(asked instanceof HTMLDetailsElement)) return;
    asked.open = true;
    asked.scrollIntoView();
  }, [hash]);
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>{t('Frequently asked questions')}</h1>
      </div>
      <div>
        {QUESTIONS.map(({ question, answer }) => (
          <Accordion key={question} id={idOf(question)} title={question}>
            <div className="prose">
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </Accordion>
        ))}
      </div>
      <p className="after">
        <T text="Something else? %{link}." link={<Link to="/contact-us">{t('Contact us')}</Link>} />
      </p>
    </div>
  );
}
