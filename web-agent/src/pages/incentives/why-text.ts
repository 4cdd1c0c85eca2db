import type { IncentiveLine } from '../../api/types.ts';
import { dayName } from '../../format/date.ts';
import { percent, randOf } from '../../format/money.ts';

type Refusal = (line: IncentiveLine) => string;

const REFUSALS: Readonly<Record<string, Refusal>> = {
  Cancelled: () => 'The reservation was cancelled.',
  NoShow: () => 'The customer did not collect the vehicle.',
  Credited: () => 'The invoice was cancelled by a credit note.',
  NoTrackingNumber: () => 'The reservation had no loyalty tracking number.',
  NonQualifyingCode: ({ promoCode }) =>
    promoCode ? `${promoCode} is not a qualifying promotion code.` : 'The reservation had no promotion code.',
  CodeChangedToNonQualifying: ({ promoCode }) =>
    `At the counter, ${promoCode ?? 'the code'} was changed to a code that doesn’t qualify.`,
  PromotionNotActive: ({ promoCode, explanation }) => {
    const [day] = /\d{4}-\d{2}-\d{2}/.exec(explanation) ?? [];
    return `${promoCode ?? 'The code'} wasn’t active on ${day ? `${dayName(day)}, ` : ''}the day you booked.`;
  },
  RentalDiffersFromReservation: () => 'The rental didn’t match the reservation. Compare them to see what changed.',
  RewardExceedsRevenue: ({ revenueAmount }) =>
    `The reward would be more than the rental’s time-and-kilometre revenue${revenueAmount === null ? '' : ` of ${randOf(revenueAmount)}`}, so none is due.`,
  OpeningBalance: () => 'Already included in the opening balance we took over from the previous system.',
};

/** Explains a line to its agent in plain words; the server's explanation where the line lacks the figures. */
export function whyText(line: IncentiveLine): string {
  if (line.status === 'Declined') return (REFUSALS[line.reason ?? ''] ?? serverText)(line);
  const { rate, revenueAmount, grossAmount } = line;
  if (rate === null || revenueAmount === null) return serverText(line);
  const ofRevenue = Math.round(revenueAmount * rate * 100) / 100;
  // Another treatment or an earlier decision: only the server knows the figures.
  if (grossAmount < ofRevenue) return serverText(line);
  return [grossText(line, ofRevenue), taxText(line), outcome(line), laterText(line)].filter(Boolean).join(' ');
}

function grossText({ rate, revenueAmount, grossAmount }: IncentiveLine, ofRevenue: number): string {
  const share = percent(rate ?? 0);
  return grossAmount > ofRevenue
    ? `${share} of ${randOf(revenueAmount ?? 0)} would be ${randOf(ofRevenue)}, so you get the minimum of ${randOf(grossAmount)}.`
    : `${share} of ${randOf(revenueAmount ?? 0)} (time and kilometres) = ${randOf(grossAmount)}.`;
}

const taxText = ({ paye, grossAmount }: IncentiveLine): string =>
  paye === 0
    ? 'No tax is deducted.'
    : `Less ${percent(Math.round((paye / grossAmount) * 1000) / 1000)} PAYE ${randOf(paye)}.`;

function outcome({ status, nettAmount }: IncentiveLine): string {
  const nett = randOf(nettAmount);
  if (status === 'Pending') return `The rental is on hold: you get ${nett} once it’s resolved.`;
  if (status === 'Paid') return `You were paid ${nett}.`;
  if (status === 'Expired') return `${nett} expired before it could be paid.`;
  return `You get ${nett}.`;
}

/** What a later invoice changed about a reward that was paid already. */
function laterText({ explanation }: IncentiveLine): string {
  const [, amount, direction] = /the R([\d.]+) (more|less) before tax/.exec(explanation) ?? [];
  if (!amount) return '';
  const change = direction === 'more' ? 'added to' : 'deducted from';
  return `After payout the rental was re-invoiced: ${randOf(Number(amount))} before tax is ${change} your balance.`;
}

const serverText: Refusal = ({ explanation }) =>
  explanation.replace(/^(Declined|Earned): /, '').replace(/ Reward policy \d+\./, '');
