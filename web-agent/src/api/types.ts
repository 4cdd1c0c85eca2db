/**
 * Types of the calls in specification sections 3 and 7 and of the project's additional calls. Fields ending in `Cents`
 * are in cents.
 */

export type CommunicationMethod = 'E' | 'C';
export type YesNo = 'Y' | 'N';

export interface Answer {
  readonly message?: string;
}

export interface ReferenceLists {
  readonly countries: readonly { readonly name: string; readonly code: string; readonly dailCode: string }[];
  readonly banks: readonly { readonly name: string; readonly branchCode: string }[];
  readonly titles: readonly { readonly name: string }[];
}

export interface AgentLogin {
  readonly emailAddress: string;
  readonly communicationMethod: CommunicationMethod;
  readonly cellNumber: string;
}

export interface AdminLogin {
  readonly adminId: number | string;
  readonly email: string;
  readonly token: string;
  readonly name: string;
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

export interface SignedInAgent {
  readonly id: number;
  readonly firstName: string;
  readonly surname: string;
  readonly loyaltyTrackingNo: string;
  readonly idNumber: string;
}

export interface OtpVerified extends Answer {
  readonly token: string;
  readonly travelAgent: SignedInAgent;
}

export interface Registration {
  readonly title: string;
  readonly initials: string;
  readonly firstName: string;
  readonly surname: string;
  readonly emailAddress: string;
  readonly countryDialCode: string;
  readonly cellNumber: string;
  readonly telephoneNumber: string;
  readonly taxCountry: string;
  readonly countryOfIssue: string;
  readonly idType: string;
  readonly idNumber: string;
  readonly taxNumber: string;
  readonly rentalCo: string;
  readonly agencyName: string;
  readonly iataNumber: string;
  readonly physicalAddressLine1: string;
  readonly physicalAddressLine2: string;
  readonly physicalAddressLine3: string;
  readonly postalCode: string;
  readonly bankName: string;
  readonly otherBankName: string;
  readonly bankAccountHolderName: string;
  readonly bankAccountNumber: string;
  readonly branchCode: string;
  readonly branchName: string;
  readonly password: string;
  readonly confirmPassword: string;
  readonly communicationMethod: CommunicationMethod;
  readonly termsAndConditions: YesNo;
  readonly employerConsent: YesNo;
}

export interface AgentDetails {
  readonly id: number;
  readonly idNumber: string;
  readonly title: string;
  readonly initials: string;
  readonly firstName: string;
  readonly surname: string;
  readonly emailAddress: string;
  readonly cellNumber: string;
  readonly countryDialCode: string;
  readonly telephoneNumber: string;
  readonly taxCountry: string;
  readonly taxNumber: string;
  readonly iataNumber: string;
  readonly agencyName: string;
  readonly physicalAddressLine1: string;
  readonly physicalAddressLine2: string;
  readonly physicalAddressLine3: string;
  readonly postalCode: string;
  readonly employerConsent: YesNo;
  readonly communicationMethod: CommunicationMethod;
  readonly loyaltyTrackingNo: string;
  /** A new address that is not confirmed yet. */
  readonly emailAddressPending?: string | null;
}

export interface BankingDetails {
  readonly bankAccountHolderName: string;
  readonly bankName: string;
  readonly otherBankName?: string;
  readonly bankAccountNumber: string;
  readonly branchCode: string;
  readonly branchName?: string;
}

/** The stored account, and the policy's waiting time for a new one. */
export interface StoredBanking extends BankingDetails {
  /** Hours during which a new account receives no payout. */
  readonly coolingHours: number;
}

export interface BankOtpRequest {
  readonly email: string;
  readonly cellphone: string;
  readonly createdAt: string;
  readonly expiryAt: string;
  readonly isVerified: boolean;
  readonly communicationMethod: CommunicationMethod;
}

export interface PasswordChange {
  readonly password: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export interface ReferralRequest {
  readonly FirstName: string;
  readonly Surname: string;
  readonly EmailAddress: string;
  readonly ContactNumber: string;
  readonly IATANumber: string;
  readonly AgencyName: string;
  readonly ReferredByAgentId: number;
}

export interface Referral {
  readonly firstName: string;
  readonly surname: string;
  readonly emailAddress: string;
  readonly agencyName: string;
  readonly registrationStatus: string;
  readonly referredOn: string;
  readonly lastUpdated: string;
}

export interface ReferredAgent {
  readonly firstName: string;
  readonly surname: string;
  readonly emailAddress: string;
  readonly contactNumber: string;
  readonly iataNumber: string;
  readonly agencyName: string;
}

export interface Promotion {
  readonly id: number | string;
  readonly promoCode: string;
  readonly description: string;
  readonly promoRate: number;
  readonly startDate: string;
  readonly endDate?: string | null;
  readonly isActive: boolean;
}

export type IncentiveStatus = 'Earned' | 'Paid' | 'Pending' | 'Expired';

/** One reservation of a card, or a declined one. Amounts in rand, named as in the specification. */
export interface IncentiveLine {
  readonly reservationNo: string;
  readonly marketSector: string;
  readonly date: string;
  readonly grossAmount: number;
  readonly paye: number;
  readonly nettAmount: number;
  readonly status: IncentiveStatus | 'Declined';
  readonly promoCode: string | null;
  readonly reason: string | null;
  /** The decision in plain English. */
  readonly explanation: string;
  /** The programme rule behind a refusal. */
  readonly rule: string | null;
  readonly rate: number | null;
  readonly policyVersion: number | null;
  readonly revenueAmount: number | null;
}

/** A card of `list-incentives`: one promotion, month and status. `amount` is nett. */
export interface Incentive {
  readonly title: string;
  readonly month: string;
  readonly amount: number;
  readonly status: IncentiveStatus | 'Declined';
  readonly grossAmount: number;
  readonly paye: number;
  readonly nettAmount: number;
  readonly details: readonly IncentiveLine[];
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
}

/** An enquiry as opened by the link in an e-mail; `thread` is oldest first. */
export interface EnquiryThread {
  readonly referenceNumber: string;
  readonly status: string;
  readonly typeOfQuery: string;
  readonly thread: readonly {
    readonly from: 'sender' | 'support';
    readonly text: string | null;
    readonly at: string;
  }[];
}

export interface EnquiryReceived {
  readonly message: string;
  readonly referenceNumber: string;
}

export interface Blocker {
  readonly code: string;
  readonly text: string;
  readonly href: string;
}

export interface MonthSums {
  readonly month: string;
  readonly earnedCents: number;
  readonly pendingCents: number;
  readonly paidCents: number;
  readonly expiredCents: number;
  /** Number of reservations that earned nothing. */
  readonly declined: number;
}

export interface Overview {
  readonly fullName: string;
  readonly loyaltyTrackingNo: string;
  readonly balanceCents: number;
  readonly earnedCents: number;
  readonly pendingCents: number;
  readonly paidCents: number;
  readonly expiredCents: number;
  readonly payoutMinimumCents: number;
  /** The minimum reward of a rental, before tax. */
  readonly minimumRewardCents: number;
  /** A payout that already includes part of the balance. */
  readonly onTheWay: { readonly nettCents: number; readonly payDate: string; readonly isApproved: boolean } | null;
  /** Amount that expires within sixty days unless it is paid first, and the first expiry date. */
  readonly expiring: { readonly nettCents: number; readonly firstOn: string } | null;
  readonly blockers: readonly Blocker[];
  readonly months: readonly MonthSums[];
}

interface Taxed {
  readonly grossCents: number;
  readonly payeCents: number;
  readonly nettCents: number;
}

/** The agent's own line of a payout run. `rewards` is the number of rewards in it. */
export interface Payout extends Taxed {
  readonly id: string;
  readonly reference: string;
  readonly payDate: string;
  readonly state: 'frozen' | 'paid' | 'failed' | 'returned';
  /** The state as text. */
  readonly status: string;
  /** The bank's reason for a failed or returned payment. */
  readonly reason: string | null;
  readonly treatment: string | null;
  readonly rewards: number;
  readonly settledOn: string | null;
}

/** A reward or a correction in a payout. */
export interface PayoutPart extends Taxed {
  readonly what: 'reward' | 'correction';
  readonly name: string;
  readonly detail: string;
}

export interface Certificate {
  readonly id: string;
  readonly certificateNo: string;
  readonly taxYear: number;
  readonly type: 'IRP5' | 'IT3(a)';
  readonly version: number;
  readonly grossCents: number;
  readonly payeCents: number;
  readonly issuedAt: string;
  /** Null while the certificate is valid. */
  readonly withdrawnAt: string | null;
  /** Oldest first. */
  readonly history: readonly CertificateStep[];
}

export type CertificateStep =
  | {
      readonly what: 'issued';
      readonly version: number;
      readonly certificateNo: string;
      readonly grossCents: number;
      readonly payeCents: number;
      readonly at: string;
    }
  | { readonly what: 'duplicate'; readonly copy: number; readonly at: string }
  | { readonly what: 'withdrawn'; readonly at: string };

export interface TaxProfile {
  readonly taxYear: number;
  readonly treatment: { readonly kind: string; readonly rate: number; readonly directiveNumber?: string };
  readonly thisTaxYear: { readonly grossCents: number; readonly payeCents: number };
  /** Missing fields that a certificate or a payout requires. */
  readonly missing: readonly string[];
  /** Months after which an unpaid reward expires; null if rewards do not expire. */
  readonly expiryMonths: number | null;
  /** Rewards that expire within sixty days, oldest first. */
  readonly expiring: readonly {
    readonly reservationNo: string;
    readonly nettCents: number;
    readonly expiresOn: string;
  }[];
}

export interface SessionEntry {
  readonly id: string;
  readonly current: boolean;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  /** The network of the session, not the full address. */
  readonly address: string;
  readonly device: string;
}

export interface HistoryEntry {
  readonly at: string;
  readonly what: string;
  readonly fields: readonly string[];
  readonly by: string;
  readonly address: string;
}

export interface Choices {
  readonly marketing: boolean;
  readonly employerConsent: YesNo;
  readonly popiConsent: YesNo;
  readonly notices: CommunicationMethod;
}

export type StepUpPurpose = 'personal' | 'password' | 'banking';
