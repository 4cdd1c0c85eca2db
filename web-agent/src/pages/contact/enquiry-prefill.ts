import { t } from '../../i18n/t.tsx';

/** What an enquiry is about. Passed to the contact page in the router's state and not in the address. */
export interface EnquirySubject {
  readonly about?: AboutReservation;
  readonly figure?: AboutFigure;
}

export interface AboutReservation {
  readonly reservationNo: string;
  readonly promoCode: string;
  readonly month: string;
  /** Set for a reservation with a decision: the decision that the agent questions. Absent for a missing rental. */
  readonly decision?: string;
}

/** A figure of a payout that an enquiry questions. */
export interface AboutFigure {
  readonly runId: string;
  /** The line of the payout; blank for the whole payout. */
  readonly lineName: string;
  /** What the figure is, with its amount. */
  readonly figure: string;
}

const figureText = ({ figure }: AboutFigure): string =>
  [t('Please check this figure: %{figure}.', { figure }), `${t('I think this is wrong because:')} `].join('\n');

/** Tells the drafts of enquiries apart; '' for an enquiry without a subject. */
export const subjectKey = ({ about, figure }: EnquirySubject): string =>
  [about?.reservationNo, figure?.runId, figure?.lineName].map((part) => part && `.${part}`).join('');

/** Returns the enquiry's text with the known values filled in and the rest left to complete; null without a subject. */
export function enquiryText({ about, figure }: EnquirySubject): string | null {
  if (about) return (about.decision === undefined ? missingText(about) : decisionQuestionText(about)).join('\n');
  return figure ? figureText(figure) : null;
}

const missingText = ({ reservationNo, promoCode, month }: AboutReservation): string[] => [
  t('A rental is missing from my incentives.'),
  t('Reservation number: %{reservationNo}', { reservationNo }),
  t('Promotion code: %{promoCode}', { promoCode }),
  t('Month: %{month}', { month }),
  `${t('Date of the reservation:')} `,
];

const decisionQuestionText = ({ reservationNo, promoCode, month, decision }: AboutReservation): string[] => [
  t('Please check the decision on reservation %{reservationNo} (%{about}).', {
    reservationNo,
    about: [promoCode, month].filter(Boolean).join(', '),
  }),
  t('Decision: %{decision}', { decision: decision ?? '' }),
  `${t('I think this is wrong because:')} `,
];
