import { t } from '../../i18n/t.tsx';
/**
 * Passed to the contact page in the router's state and not in the address: the reservation that an enquiry is about.
 */
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

export const figureText = ({ figure }: AboutFigure): string =>
  [t('Please check this figure: %{figure}.', { figure }), `${t('I think this is wrong because:')} `].join('\n');

/** Reads the questioned figure from the router's state, which can contain anything; null if there is none. */
export function aboutFigureOf(state: unknown): AboutFigure | null {
  const about = (state as { figure?: Partial<AboutFigure> } | null)?.figure;
  if (!about?.runId) return null;
  const { runId, lineName = '', figure = '' } = about;
  return { runId, lineName, figure };
}

/** Returns the enquiry's text with the known values filled in and the rest left to complete. */
export const enquiryText = (about: AboutReservation): string =>
  (about.decision === undefined ? missingText(about) : appealText(about)).join('\n');

const missingText = ({ reservationNo, promoCode, month }: AboutReservation): string[] => [
  t('A rental is missing from my incentives.'),
  t('Reservation number: %{reservationNo}', { reservationNo }),
  t('Promotion code: %{promoCode}', { promoCode }),
  t('Month: %{month}', { month }),
  `${t('Date of the reservation:')} `,
];

const appealText = ({ reservationNo, promoCode, month, decision }: AboutReservation): string[] => [
  t('Please check the decision on reservation %{reservationNo} (%{about}).', {
    reservationNo,
    about: [promoCode, month].filter(Boolean).join(', '),
  }),
  t('Decision: %{decision}', { decision: decision ?? '' }),
  `${t('I think this is wrong because:')} `,
];

/** Reads the reservation from the router's state, which can contain anything; null if there is none. */
export function aboutReservationOf(state: unknown): AboutReservation | null {
  const about = (state as { about?: Partial<AboutReservation> } | null)?.about;
  if (!about) return null;
  const { reservationNo = '', promoCode = '', month = '', decision } = about;
  return { reservationNo, promoCode, month, ...(decision === undefined ? {} : { decision }) };
}
