/** The types of answers and requests that the pages name. Fields ending in `Cents` are in cents. */

import type { AgentAnswer, Country, ListedBank, Title } from '@fynbos/api/agents/answers.ts';
import type { AgentChallengesAnswer } from '@fynbos/api/challenges/answers.ts';
import type { BodyOf } from '@fynbos/api/contract.ts';
import type { Incentive, Overview } from '@fynbos/api/rewards/answers.ts';
import type { AgentLogin } from '@fynbos/api/sign-in/answers.ts';
import type { OwnCertificate } from '@fynbos/api/tax/answers.ts';

export type { AgentAnswer as AgentDetails, StoredBanking } from '@fynbos/api/agents/answers.ts';
export type { AgentChallengesAnswer as AgentChallenges } from '@fynbos/api/challenges/answers.ts';
export type { AttachedFile, EnquiryThread } from '@fynbos/api/enquiries/answers.ts';
export type { AdviceCheck, OwnPayout as Payout, OwnPayoutLine as PayoutPart } from '@fynbos/api/payouts/answers.ts';
export type { Choices, Deletion, MessageChoices } from '@fynbos/api/privacy/answers.ts';
export type { PromotionAnswer as Promotion } from '@fynbos/api/promotions/answers.ts';
export type { OwnReferral as Referral } from '@fynbos/api/referrals/answers.ts';
export type { Booking, Estimate, Incentive, Overview, RentalMatch } from '@fynbos/api/rewards/answers.ts';
export type {
  AgentLogin,
  OwnPasskey,
  PasskeyCreationOptions,
  ResetLink,
  StepUpPurpose,
} from '@fynbos/api/sign-in/answers.ts';
export type { OwnCertificate as Certificate, TaxProfile } from '@fynbos/api/tax/answers.ts';

export interface ReferenceLists {
  readonly countries: readonly Country[];
  readonly banks: readonly ListedBank[];
  readonly titles: readonly Title[];
}
/** One challenge with the agent's progress. */
export type AgentChallenge = AgentChallengesAnswer['challenges'][number];
/** One reservation of a card, or a declined one. */
export type IncentiveLine = Incentive['details'][number];
export type MonthSums = Overview['months'][number];
export type CertificateStep = OwnCertificate['history'][number];

export type CommunicationMethod = AgentLogin['communicationMethod'];
export type YesNo = AgentAnswer['termsAndConditions'];

/** Where one-time passwords are sent. */
export type OtpContact = Pick<AgentLogin, 'emailAddress' | 'cellNumber' | 'communicationMethod'>;
export type OtpPayload = BodyOf<'POST', 'travel-agency/verify-otp'>;
export type IncentiveQuery = BodyOf<'POST', 'Incentive/list-incentives'>;
