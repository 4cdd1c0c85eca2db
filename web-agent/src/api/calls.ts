import { call, QUIET } from './client.ts';
import type {
  AgentDetails,
  Answer,
  BankOtpRequest,
  CommunicationMethod,
  Enquiry,
  EnquiryReceived,
  EnquiryThread,
  OtpPayload,
  OwnEnquiry,
  PasswordChange,
  ReferenceLists,
  Referral,
  ReferralRequest,
  ReferredAgent,
  StepUpPurpose,
  StoredBanking,
} from './types.ts';

/** The page shows its own failures: a dialog would cover the banner, or the banner the field to correct. */
const SHOWS_ERRORS = { quiet: 'errors' } as const;

/**
 * API calls of the pages behind the landing page (see `auth-calls.ts` for the others). Paths as in specification
 * section 7.
 */
export const api = {
  register: (body: unknown) => call<Answer>('POST', 'travel-agency/register', { body }),
  verifyOtp: (body: OtpPayload) => call<Answer>('POST', 'travel-agency/verify-otp', { body, ...SHOWS_ERRORS }),
  resendOtp: (body: { email: string; cellNumber: string; communicationMethod: CommunicationMethod }) =>
    call<Answer>('POST', 'travel-agency/resend-otp', { body, ...SHOWS_ERRORS }),
  stepUp: (purpose: StepUpPurpose) =>
    call<Answer>('POST', 'travel-agency/step-up', { body: { purpose }, ...SHOWS_ERRORS }),
  countries: () => call<ReferenceLists['countries']>('GET', 'countries', QUIET),
  banks: () => call<ReferenceLists['banks']>('GET', 'banks', QUIET),
  titles: () => call<ReferenceLists['titles']>('GET', 'titles', QUIET),
  verifyIdentity: (idNumber: string) =>
    call<{ isValid: boolean }>('POST', 'identification/verification', { body: { idNumber }, ...QUIET }),

  personalDetails: (id: number) => call<AgentDetails>('GET', `travel-agency/personalDetails/${id}`, QUIET),
  updateAgency: (id: number, body: unknown) => call<Answer>('PUT', `update/${id}`, { body }),
  updatePersonal: (body: unknown) => call<Answer>('POST', 'travel-agency/update', { body }),
  bankingDetails: (id: number) => call<StoredBanking>('GET', `TravelAgency/BankingDetails/${id}`, QUIET),
  updateBanking: (id: number, body: unknown) => call<Answer>('PUT', `TravelAgency/banking-details/${id}`, { body }),
  sendBankingOtp: (id: number, body: BankOtpRequest) =>
    call<Answer>('POST', `travel-agency/banking-details-sendOtp/${id}`, { body, ...SHOWS_ERRORS }),
  updatePassword: (id: number, body: PasswordChange) =>
    call<Answer>('PUT', `password/update-password/${id}`, { body, ...SHOWS_ERRORS }),

  referAgent: (body: ReferralRequest) => call<Answer>('POST', 'Referral/refer-agent', { body, ...SHOWS_ERRORS }),
  referralStatus: (id: number) =>
    call<{ referrals: Referral[] } & Answer>('GET', 'referral/referral-status', {
      query: { referringAgentId: String(id) },
      ...QUIET,
    }),
  remindReferred: (id: string) => call<Answer>('POST', `agent/referrals/${encodeURIComponent(id)}/reminder`),
  referredAgent: (email: string, ref: string) =>
    call<ReferredAgent>('GET', 'referral/get-referred-agent', { query: { email, ref }, ...QUIET }),
  referralLink: () => call<{ link: string }>('GET', 'agent/referral-link', QUIET),
  replaceReferralLink: () => call<{ link: string }>('POST', 'agent/referral-link'),
  inviter: (link: string) => call<{ invitedBy: string }>('GET', 'referral/inviter', { query: { link }, ...QUIET }),
  completeReferral: (EmailAddress: string, ref: string) =>
    call<Answer>('POST', 'referral/complete-registration', { body: { EmailAddress, ref }, ...QUIET }),

  sendEnquiry: (body: Enquiry) => call<EnquiryReceived>('POST', 'ContactUsSupport/contact-us', { body }),

  enquiries: () => call<OwnEnquiry[]>('GET', 'agent/enquiries', QUIET),
  thread: (thread: string) => call<EnquiryThread>('GET', 'ContactUsSupport/thread', { query: { thread }, ...QUIET }),
  replyInThread: (thread: string, text: string) =>
    call<Answer>('POST', 'ContactUsSupport/thread', { query: { thread }, body: { text } }),
} as const;
