import { isContactFrozen } from '../agent/agent.ts';
import type { AgentState } from '../agent/state.ts';
import { hasTreatmentBy, type TreatmentUsed, treatmentUsedOn } from '../agent/tax-treatment.ts';
import { isAccountNumber, isBranchCode } from '../bank-list/banks.ts';
import { type Day, dayOf, HOUR_MS } from '../calendar.ts';
import { isHome } from '../country/countries.ts';
import type { RewardPolicyTerms } from '../reward-policy/events.ts';
import { isUnchanged } from '../rewards-account/payout/payout.ts';
import type { Reservation, RewardsAccount } from '../rewards-account/state.ts';
import { isNotPayableReason, type LeftOutReason, type NotPayableReason } from './reasons.ts';

export interface PayoutTerms {
  readonly batch: 'eft' | 'cross-border';
  readonly coolingHours: number;
  readonly treatmentCountries?: RewardPolicyTerms['treatmentCountries'];
  /** The instant of the check, ISO 8601 UTC. */
  readonly at: string;
}

/** A South African account must also pass the checks of number and branch code. */
function hasBankDetails({ bank }: AgentState): boolean {
  if (!bank || bank.bankName === '' || bank.bankAccountHolderName === '' || bank.bankAccountNumber === '') return false;
  if (!isHome(bank.bankCountry)) return true;
  return isAccountNumber(bank.bankAccountNumber) && isBranchCode(bank.branchCode);
}

/** A South African account at a bank without a branch code in the list: no payment file can name it. */
export const isAtUnlistedBank = ({ bank }: Pick<AgentState, 'bank'>): boolean =>
  bank !== null && isHome(bank.bankCountry) && bank.branchCode === '';

const isCooling = ({ bankChangedAt }: AgentState, { at, coolingHours }: PayoutTerms): boolean =>
  bankChangedAt !== null && Date.parse(at) < Date.parse(bankChangedAt) + coolingHours * HOUR_MS;

const needsTreatment = ({ details, treatments }: AgentState, { treatmentCountries = [], at }: PayoutTerms): boolean =>
  details !== null &&
  treatmentCountries.some((code) => code === details.taxCountry) &&
  !hasTreatmentBy(treatments, dayOf(new Date(at)));

/** Why an agent is not payable, whatever the balance (A3, A8); in the order of the checks. */
export function* blocksOf(agent: AgentState, isOnHold: boolean, terms: PayoutTerms): Generator<LeftOutReason> {
  if (agent.status !== 'active') yield 'NotActive';
  if (!agent.consents.employer) yield 'NoEmployerConsent';
  if (!agent.consents.terms) yield 'TermsNotAccepted';
  if (isOnHold) yield 'OnHold';
  const hasBank = hasBankDetails(agent);
  if (!hasBank) yield 'BankDetailsMissing';
  const isForeign = !isHome(agent.bank?.bankCountry);
  if (hasBank && isForeign && terms.batch === 'eft') yield 'ForeignAccount';
  if (hasBank && !isForeign && terms.batch === 'cross-border') yield 'DomesticAccount';
  if (!agent.taxNumberValid) yield 'TaxNumberMissing';
  if (needsTreatment(agent, terms)) yield 'TaxTreatmentMissing';
  if (isCooling(agent, terms)) yield 'BankAccountCooling';
  if (isContactFrozen(agent, terms.at)) yield 'ContactChanged';
}

/** The first reason; null where there is none. */
export function blockedBy(agent: AgentState, account: RewardsAccount, terms: PayoutTerms): LeftOutReason | null {
  for (const reason of blocksOf(agent, account.holds.size > 0, terms)) return reason;
  return null;
}

/** Of a run with frozen lines. `payeRate`: of ordinary PAYE on the day of payment. */
export interface LineTerms extends PayoutTerms {
  readonly runId: string;
  readonly payDate: Day;
  readonly payeRate: number;
}

const isSameTreatment = (a: TreatmentUsed, b: TreatmentUsed): boolean =>
  a.kind === b.kind && a.rate === b.rate && a.directiveNumber === b.directiveNumber;

/** Why the agent cannot be paid by a frozen line (O6, O7); null if they can. */
export function lineBlockedBy(
  agent: AgentState,
  { reservedAt, treatment }: Pick<Reservation, 'reservedAt' | 'treatment'>,
  isOnHold: boolean,
  terms: LineTerms,
): NotPayableReason | null {
  for (const reason of blocksOf(agent, isOnHold, terms)) return reason;
  if (agent.bankChangedAt !== null && reservedAt !== null && agent.bankChangedAt > reservedAt)
    return 'BankAccountCooling';
  const now = treatmentUsedOn(agent.treatments, terms.payDate, terms.payeRate);
  return isSameTreatment(now, treatment) ? null : 'TaxTreatmentChanged';
}

/** Why a frozen line cannot be sent to the bank unchanged (O6); null if it can. */
export function dropReason(agent: AgentState, account: RewardsAccount, terms: LineTerms): NotPayableReason | null {
  const { reservation } = account;
  if (reservation?.runId !== terms.runId) {
    const ended = account.payouts.get(terms.runId);
    return ended?.outcome === 'released' && isNotPayableReason(ended.reason) ? ended.reason : 'NotReserved';
  }
  const blocked = lineBlockedBy(agent, reservation, account.holds.size > 0, terms);
  return blocked ?? (isUnchanged(account, terms.runId) ? null : 'AccountChanged');
}
