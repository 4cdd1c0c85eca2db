import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { Accordion } from '../../components/Accordion.tsx';
import { Link } from '../../components/Link.tsx';
import { Page } from '../../components/Page.tsx';
import { serverText, T, t } from '../../i18n/t.tsx';
import { FIGURES } from '../../settings.ts';

const idOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '');

/** Five questions (specification, section 1), as `details`, which work without scripts. The question's id opens it. */
export default function FaqPage() {
  const { hash } = useLocation();
  useEffect(() => {
    const linkedQuestion = hash && document.getElementById(hash.slice(1));
    if (!(linkedQuestion instanceof HTMLDetailsElement)) return;
    linkedQuestion.open = true;
    linkedQuestion.scrollIntoView();
  }, [hash]);
  return (
    <Page title={t('Frequently asked questions')}>
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
    </Page>
  );
}

interface Question {
  readonly question: string;
  readonly answer: readonly string[];
}

/** The five questions about the programme's rules (specification, sections 1 and 9). */
const QUESTIONS: readonly Question[] = [
  {
    question: t('Which rentals earn a reward?'),
    answer: [
      t(
        'Invoiced rentals that you booked with an active discretionary rate promotion code and your loyalty tracking number. Corporate codes and other promotional codes earn nothing, and a reservation without the tracking number does not qualify.',
      ),
      t(
        'The rental must fully match the reservation: the same vehicle group, pick-up and return branch and rate code. If the promotion code is changed at rental to another qualifying code, the code used at reservation applies. If it is changed to a code that does not qualify, there is no reward.',
      ),
    ],
  },
  {
    question: t('What can change without losing my reward?'),
    answer: [
      t(
        'The driver’s name, the rental date, the length of the rental, the payment method, additions such as baby seats, and delivery fees. None of these affects your reward.',
      ),
      t(
        'A cancelled rental or a no-show earns nothing. A rental that cannot be closed because of an accident, a breach of the rental terms, or a payment or account query earns nothing until that is resolved; until then it shows as Pending.',
      ),
    ],
  },
  {
    question: t('How much do I earn, and what is deducted?'),
    answer: [
      t(
        'The promotion’s rate applied to the time-and-kilometre revenue of the rental, and at least %{minimumReward} before tax for each qualifying reservation. We pay no reward if it would be more than the rental’s time-and-kilometre revenue.',
        FIGURES,
      ),
      t(
        '%{payeRate} pay-as-you-earn tax is deducted from all rewards and paid to the tax authority. You get an annual tax certificate (IRP5). My Incentives shows gross, PAYE and nett for every reservation.',
        FIGURES,
      ),
    ],
  },
  {
    question: t('When am I paid?'),
    answer: [
      t(
        'When your nett balance reaches the payout minimum of %{payoutMinimum}. Smaller amounts carry over until then; a payout pays the whole balance.',
        FIGURES,
      ),
      t(
        'For a payout we need your completed registration with all required information, your employer’s consent, your consent to process personal information, a valid income tax number and your bank details. A new or changed bank account receives its first payout after %{coolingHours} hours.',
        FIGURES,
      ),
    ],
  },
  {
    question: t('Can a reward change after it has been earned or paid?'),
    answer: [
      t(
        'If a rental is credited or re-invoiced, we adjust your balance, even after a payout. Your balance may go below zero until new rewards cover it. We won’t ask you to pay money back.',
      ),
      t(
        'A reward that stays unpaid %{expiry}. The company may change rates, promotion codes, terms and reward values without notice; we use the promotion that applied on the day you booked.',
        { expiry: serverText(FIGURES.expiry) },
      ),
    ],
  },
];
