import type { Amounts } from '../amounts.ts';
import { amountsOnly, sameAmounts, ZERO } from '../amounts.ts';
import type { Day } from '../calendar.ts';
import type { Cents } from '../money.ts';
import type { RunEventOf } from '../payout-run/events.ts';
import type { RewardsAccountEvent } from '../rewards-account/events.ts';
import { movementOf } from '../rewards-account/movement.ts';

/**
 * The codes belong to this product; bookkeeping maps them to its chart of accounts. An earned reward is an expense,
 * owed nett to the agent and as PAYE to SARS (L12).
 */
export const LEDGER_ACCOUNTS = {
  expense: { code: '6100', name: 'Agent rewards', side: 'debit' },
  expired: { code: '6190', name: 'Agent rewards expired', side: 'credit' },
  payable: { code: '2310', name: 'Rewards payable to agents', side: 'credit' },
  payeAccrued: { code: '2320', name: 'PAYE on rewards not yet paid', side: 'credit' },
  payePayable: { code: '2330', name: 'PAYE payable to SARS', side: 'credit' },
  inTransit: { code: '1020', name: 'Cash in transit: payouts', side: 'credit' },
  bank: { code: '1010', name: 'Bank: payouts', side: 'credit' },
  openingBalances: { code: '3900', name: 'Opening balances', side: 'debit' },
} as const;

export type LedgerAccount = keyof typeof LEDGER_ACCOUNTS;

/** The kinds of entries in the general ledger; all but `in-transit` are entries of agents' accounts. */
export const JOURNAL_KINDS = {
  reward: 'Rewards earned',
  'reward-reversal': 'Rewards reversed before payment',
  adjustment: 'Corrections',
  'tax-treatment': 'PAYE by the treatment on the day of payment',
  opening: 'Opening balances',
  payout: 'Payouts',
  return: 'Payouts returned by the bank',
  expiry: 'Rewards expired',
  'in-transit': 'Payouts that no bank statement shows yet',
} as const;
export type JournalKind = keyof typeof JOURNAL_KINDS;
export type AccountKind = Exclude<JournalKind, 'in-transit'>;

/** Cents; a Johannesburg day. */
export interface JournalEntry<Kind extends JournalKind = JournalKind> extends Amounts {
  readonly kind: Kind;
  readonly valueOn: Day;
}

/** The journal entry of an account event; null for an event without an amount, such as a hold or a reservation. */
export function journalEntryOf(event: RewardsAccountEvent): JournalEntry<AccountKind> | null {
  switch (event.type) {
    case 'RewardPosted': {
      const change = movementOf(event);
      if (sameAmounts(change, ZERO)) return null;
      return { kind: change.grossCents < 0 ? 'reward-reversal' : 'reward', valueOn: event.data.on, ...change };
    }
    case 'AccountAdjusted': {
      const kind = event.data.cause.kind === 'tax-difference' ? 'tax-treatment' : 'adjustment';
      return { kind, valueOn: event.data.dated, ...amountsOnly(event.data) };
    }
    case 'OpeningBalanceTaken':
      return sameAmounts(event.data, ZERO)
        ? null
        : { kind: 'opening', valueOn: event.data.asOf, ...amountsOnly(event.data) };
    case 'PayoutPaid':
      return { kind: 'payout', valueOn: event.data.paidOn, ...amountsOnly(event.data) };
    case 'PayoutReturned':
      return { kind: 'return', valueOn: event.data.returnedOn, ...amountsOnly(event.data) };
    case 'RewardExpired':
      return { kind: 'expiry', valueOn: event.data.on, ...amountsOnly(event.data) };
    default:
      return null;
  }
}

/** The journal entry of a change of the cash in transit (L18); null where nothing changed. */
export function transitEntryOf({ data }: RunEventOf<'CashInTransitBooked'>): JournalEntry | null {
  const { changeCents: cents, bookedOn: valueOn } = data;
  return cents === 0 ? null : { kind: 'in-transit', valueOn, grossCents: cents, payeCents: 0, nettCents: cents };
}

/** One line of a double entry. Cents, not negative; either debit or credit is zero. */
interface LedgerLine {
  readonly account: LedgerAccount;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

const owed = ({ grossCents, payeCents, nettCents }: Amounts, against: LedgerAccount): [LedgerAccount, Cents][] => [
  [against, grossCents],
  ['payable', -nettCents],
  ['payeAccrued', -payeCents],
];
const settled = ({ payeCents, nettCents }: Amounts, sign: 1 | -1): [LedgerAccount, Cents][] => [
  ['payable', sign * nettCents],
  ['payeAccrued', sign * payeCents],
  ['bank', -sign * nettCents],
  ['payePayable', -sign * payeCents],
];

function movements(kind: JournalKind, amounts: Amounts): [LedgerAccount, Cents][] {
  switch (kind) {
    case 'reward':
    case 'reward-reversal':
    case 'adjustment':
    case 'tax-treatment':
      return owed(amounts, 'expense');
    case 'opening':
      return owed(amounts, 'openingBalances');
    case 'payout':
      return settled(amounts, 1);
    case 'return':
      return settled(amounts, -1);
    case 'in-transit':
      return [
        ['bank', amounts.nettCents],
        ['inTransit', -amounts.nettCents],
      ];
    case 'expiry':
      return [
        ['payable', amounts.nettCents],
        ['payeAccrued', amounts.payeCents],
        ['expired', -amounts.grossCents],
      ];
  }
}

/** The double entry of an amount of one kind (L12): debits equal credits; a negative amount is on the other side. */
export const linesOf = (kind: JournalKind, amounts: Amounts): LedgerLine[] =>
  movements(kind, amounts)
    .filter(([, cents]) => cents !== 0)
    .map(([account, cents]) => ({
      account,
      debitCents: Math.max(0, cents),
      creditCents: Math.max(0, -cents),
    }));
