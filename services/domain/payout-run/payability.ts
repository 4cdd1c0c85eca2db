import { isContactFrozen } from '../agent/agent.ts';
import type { AgentState } from '../agent/state.ts';
import { hasTreatmentBy } from '../agent/tax-treatment.ts';
import { dayOf, HOUR_MS } from '../calendar.ts';
import { isHome } from '../country/countries.ts';
import { isAccountNumber, isBranchCode } from '../identity/banks.ts';
import type { RewardPolicyTerms } from '../reward-policy/events.ts';
import type { RewardsAccount } from '../rewards-account/state.ts';
import type { LeftOutReason } from './reasons.ts';

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

/** Whatever the balance, in the order of the checks. */
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
