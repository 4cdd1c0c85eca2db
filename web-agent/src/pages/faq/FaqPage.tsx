import { Link } from 'react-router-dom';
import { Accordion } from '../../shell/Accordion.tsx';
import { QUESTIONS } from './questions.ts';

/** Five questions with plus and minus (specification, section 1). Native `details` elements work without scripts. */
export default function FaqPage() {
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>Frequently asked questions</h1>
      </div>
      <div>
        {QUESTIONS.map(({ question, answer }) => (
          <Accordion key={question} title={question}>
            <div className="prose">
              {answer.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </Accordion>
        ))}
      </div>
      <p className="after">
        Something else? <Link to="/contact-us">Contact us</Link>.
      </p>
    </div>
  );
}
