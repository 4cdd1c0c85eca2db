/**
 * Types of the calls in specification sections 3 and 7 and of the project's additional calls. Answers have the types of
 * the API's schemas; requests are what the forms send. Fields ending in `Cents` are in cents.
 */

import type { AgentAnswer, Country, ListedBank, Title } from '@fynbos/api/agents/answers.ts';
import type { AgentChallengesAnswer } from '@fynbos/api/challenges/answers.ts';
import type { Incentive, Overview } from '@fynbos/api/rewards/answers.ts';
import type { AgentLogin } from '@fynbos/api/sign-in/answers.ts';
import type { OwnCertificate } from '@fynbos/api/tax/answers.ts';

export type { AgentAnswer as AgentDetails, Goal, StoredBanking } from '@fynbos/api/agents/answers.ts';
export type { AgentChallengesAnswer as AgentChallenges } from '@fynbos/api/challenges/answers.ts';
export type { AttachedFile, EnquiryReceived, EnquiryThread, OwnEnquiry } from '@fynbos/api/enquiries/answers.ts';
export type { Choices, Deletion, MessageChoices, OwnHistoryEntry, PushDevices } from '@fynbos/api/erasure/answers.ts';
export type { AdviceCheck, OwnPayout as Payout, OwnPayoutLine as PayoutPart } from '@fynbos/api/payouts/answers.ts';
export type { PromotionAnswer as Promotion } from '@fynbos/api/promotions/answers.ts';
export type { OwnReferral as Referral, ReferredAgent } from '@fynbos/api/referrals/answers.ts';
export type { Booking, Estimate, Incentive, Overview, RentalMatch } from '@fynbos/api/rewards/answers.ts';
export type {
  AdminLogin,
  AgentLogin,
  OtpVerified,
  OwnPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeySignIn,
  RememberedDevice,
  ResetLink,
  SessionEntry,
  StepUpPurpose,
} from '@fynbos/api/sign-in/answers.ts';
export type { OwnCertificate as Certificate, TaxProfile } from '@fynbos/api/tax/answers.ts';

/** The lists from which forms choose. */
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

export interface Answer {
  readonly message?: string;
}

export type LoginPayload =
  | { idNumber: string; password: string; communicationMethod: CommunicationMethod }
  | { emailAddress: string; password: string; communicationMethod: '' };

export interface OtpPayload {
  readonly email: string;
  readonly phoneNumber: string;
  readonly communicationMethod: CommunicationMethod;
  readonly otp: string;
}

/** The code of a sign-in. With Y the next sign-in on this device needs no code. */
export interface SignInCode extends OtpPayload {
  readonly rememberDevice: YesNo;
}

export interface IncentiveQuery {
  readonly fromDate: string;
  readonly toDate: string;
  readonly reservationNumber: string;
  readonly loyaltyTrackingNo: string;
  readonly status: string;
}

export interface Enquiry {
  readonly email: string;
  readonly typeOfQuery: string;
  readonly queryDetails: string;
  readonly reservationNo?: string;
  readonly promoCode?: string;
  /** The payout and its line, where the enquiry questions a figure of one. */
  readonly runId?: string;
  readonly lineName?: string;
}

/** A rental that an agent is quoting. */
export interface QuotedRental {
  readonly promoCode: string;
  readonly reservedOn: string;
  readonly invoicedOn: string;
  readonly tkRevenueCents: number;
}
