import type { IncentiveLine } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { percent, randOf } from '../../format/money.ts';
import { serverText, t } from '../../i18n/t.tsx';

type Refusal = (line: IncentiveLine) => string;

const REFUSALS: Readonly<Record<string, Refusal>> = {
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
  PromotionNotActive: ({ promoCode, explanation }) => {
    const [day] = /\d{4}-\d{2}-\d{2}/.exec(explanation) ?? [];
    const code = promoCode ?? t('The code');
    return day
      ? t('%{code} wasn’t active on %{day}, the day you booked.', { code, day: dayName(day) })
      : t('%{code} wasn’t active on the day you booked.', { code });
  },
  RentalDiffersFromReservation: () => t('The rental didn’t match the reservation. Compare them to see what changed.'),
  RewardExceedsRevenue: ({ revenueAmount }) =>
    revenueAmount === null
      ? t('The reward would be more than the rental’s time-and-kilometre revenue, so none is due.')
      : t('The reward would be more than the rental’s time-and-kilometre revenue of %{revenue}, so none is due.', {
          revenue: randOf(revenueAmount),
        }),
  OpeningBalance: () => t('Already included in the opening balance we took over from the previous system.'),
};

/** Explains a line to its agent in plain words; the server's explanation where the line lacks the figures. */
export function whyText(line: IncentiveLine): string {
  if (line.status === 'Declined') return (REFUSALS[line.reason ?? ''] ?? explained)(line);
  const { rate, revenueAmount, grossAmount } = line;
  if (rate === null || revenueAmount === null) return explained(line);
  const ofRevenue = Math.round(revenueAmount * rate * 100) / 100;
  // Another treatment or an earlier decision: only the server knows the figures.
  if (grossAmount < ofRevenue) return explained(line);
  return [grossText(line, ofRevenue), taxText(line), outcome(line), laterText(line)].filter(Boolean).join(' ');
}

function grossText({ rate, revenueAmount, grossAmount }: IncentiveLine, ofRevenue: number): string {
  const share = percent(rate ?? 0);
  return grossAmount > ofRevenue
    ? t('%{share} of %{amount} would be %{ofRevenue}, so you get the minimum of %{gross}.', {
        share,
        amount: randOf(revenueAmount ?? 0),
        ofRevenue: randOf(ofRevenue),
        gross: randOf(grossAmount),
      })
    : t('%{share} of %{amount} (time and kilometres) = %{gross}.', {
        share,
        amount: randOf(revenueAmount ?? 0),
        gross: randOf(grossAmount),
      });
}

const taxText = ({ paye, grossAmount }: IncentiveLine): string =>
  paye === 0
    ? t('No tax is deducted.')
    : t('Less %{percent} PAYE %{paye}.', {
        percent: percent(Math.round((paye / grossAmount) * 1000) / 1000),
        paye: randOf(paye),
      });

function outcome({ status, nettAmount }: IncentiveLine): string {
  const nett = randOf(nettAmount);
  if (status === 'Pending') return t('The rental is on hold: you get %{nett} once it’s resolved.', { nett });
  if (status === 'Paid') return t('You were paid %{nett}.', { nett });
  if (status === 'Expired') return t('%{nett} expired before it could be paid.', { nett });
  return t('You get %{nett}.', { nett });
}

/** What a later invoice changed about a reward that was paid already. */
function laterText({ explanation }: IncentiveLine): string {
  const [, amount, direction] = /the R([\d.]+) (more|less) before tax/.exec(explanation) ?? [];
  if (!amount) return '';
  return direction === 'more'
    ? t('After payout the rental was re-invoiced: %{amount} before tax is added to your balance.', {
        amount: randOf(Number(amount)),
      })
    : t('After payout the rental was re-invoiced: %{amount} before tax is deducted from your balance.', {
        amount: randOf(Number(amount)),
      });
}

const explained: Refusal = ({ explanation }) =>
  serverText(explanation.replace(/^(Declined|Earned): /, '').replace(/ Reward policy \d+\./, ''));
