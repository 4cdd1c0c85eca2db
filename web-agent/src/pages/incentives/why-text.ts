import { timesRate } from '@fynbos/domain/money.ts';
import type { IncentiveLine } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { centsOf, percent, rand, randOf } from '../../format/money.ts';
import { serverText, t } from '../../i18n/t.tsx';

type Text = (line: IncentiveLine) => string;

/** The reasons of a declined line that its agent sees. */
type Reason = Exclude<NonNullable<IncentiveLine['reason']>, 'OnHold' | 'UnknownTrackingNumber'>;

const REFUSALS: Readonly<Record<Reason, Text>> = {
  Cancelled: () => t('The reservation was cancelled.'),
  NoShow: () => t('The customer did not collect the vehicle.'),
  Credited: () => t('The invoice was cancelled by a credit note.'),
  NoTrackingNumber: () => t('The reservation had no loyalty tracking number.'),
  NonQualifyingCode: ({ promoCode }) =>
    promoCode
      ? t('%{promoCode} is not a qualifying promotion code.', { promoCode })
      : t('The reservation had no promotion code.'),
  CodeChangedToNonQualifying: ({ promoCode }) =>
    t('At the counter, %{promoCode} was changed to a code that doesn’t qualify.', {
      promoCode: promoCode ?? t('the code'),
    }),
  PromotionNotActive: ({ promoCode, reservedOn }) =>
    t('%{code} wasn’t active on %{day}, the day you booked.', {
      code: promoCode ?? t('The code'),
      day: dayName(reservedOn),
    }),
  RentalDiffersFromReservation: () => t('The rental didn’t match the reservation.'),
  RewardExceedsRevenue: ({ revenueCents }) =>
    revenueCents === undefined
      ? t('The reward would be more than the rental’s time-and-kilometre revenue, so none is due.')
      : t('The reward would be more than the rental’s time-and-kilometre revenue of %{revenue}, so none is due.', {
          revenue: rand(revenueCents),
        }),
  OpeningBalance: () => t('Already included in the opening balance that was migrated from the previous system.'),
};

/** Explains a line to its agent in plain words; the server's explanation where the line lacks the figures. */
export function whyText(line: IncentiveLine): string {
  if (line.status === 'Declined') return (REFUSALS[line.reason as Reason] ?? explained)(line);
  const { rate, revenueCents, grossAmount } = line;
  // An offline copy of an earlier release has no revenue in cents.
  if (rate === null || revenueCents === undefined) return explained(line);
  const ofRevenueCents = timesRate(revenueCents, rate);
  // Another treatment or an earlier decision: only the server knows the figures.
  if (centsOf(grossAmount) < ofRevenueCents) return explained(line);
  return [grossText(line, ofRevenueCents), taxText(line), outcome(line), recalculationText(line)]
    .filter(Boolean)
    .join(' ');
}

function grossText({ rate, revenueCents, grossAmount }: IncentiveLine, ofRevenueCents: number): string {
  const share = percent(rate ?? 0);
  return centsOf(grossAmount) > ofRevenueCents
    ? t('%{share} of %{amount} would be %{ofRevenue}, so you get the minimum of %{gross}.', {
        share,
        amount: rand(revenueCents),
        ofRevenue: rand(ofRevenueCents),
        gross: randOf(grossAmount),
      })
    : t('%{share} of %{amount} (time and kilometres) = %{gross}.', {
        share,
        amount: rand(revenueCents),
        gross: randOf(grossAmount),
      });
}

function taxText({ paye, taxRate, taxTreatment }: IncentiveLine): string {
  if (paye === 0) return t('No tax is deducted.');
  const values = { percent: percent(taxRate), paye: randOf(paye) };
  if (taxTreatment === 'directive') return t('Less %{percent} PAYE under your tax directive: %{paye}.', values);
  if (taxTreatment === 'non-resident') return t('Less %{percent} tax for non-residents: %{paye}.', values);
  return t('Less %{percent} PAYE %{paye}.', values);
}

function outcome({ status, nettAmount }: IncentiveLine): string {
  const nett = randOf(nettAmount);
  if (status === 'Pending') return t('The rental is on hold: you get %{nett} once it’s resolved.', { nett });
  if (status === 'Paid') return t('You were paid %{nett}.', { nett });
  if (status === 'Expired') return t('%{nett} expired before it could be paid.', { nett });
  return t('You get %{nett}.', { nett });
}

/** What a later decision changed about a reward that was paid already. */
function recalculationText({ correctionCents }: IncentiveLine): string {
  if (correctionCents === null) return '';
  const amount = rand(Math.abs(correctionCents));
  return correctionCents > 0
    ? t('After payout the reward was calculated again: %{amount} before tax is added to your balance.', { amount })
    : t('After payout the reward was calculated again: %{amount} before tax is deducted from your balance.', {
        amount,
      });
}

const explained: Text = ({ explanation }) => serverText(explanation);
