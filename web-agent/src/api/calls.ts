import { call, QUIET } from './client.ts';
import type * as Api from './types.ts';

/** The page shows its own failures: a dialog would cover the banner, or the banner the field to correct. */
const SHOWS_ERRORS = { quiet: 'errors' } as const;

/**
 * API calls of the pages behind the landing page (see `auth-calls.ts` for the others). Paths as in specification
 * section 7.
 */
export const api = {
  register: (body: unknown) => call<Api.Answer>('POST', 'travel-agency/register', { body }),
  verifyOtp: (body: Api.OtpPayload) => call<Api.Answer>('POST', 'travel-agency/verify-otp', { body, ...SHOWS_ERRORS }),
  resendOtp: (body: { email: string; cellNumber: string; communicationMethod: Api.CommunicationMethod }) =>
    call<Api.Answer>('POST', 'travel-agency/resend-otp', { body, ...SHOWS_ERRORS }),
  stepUp: (purpose: Api.StepUpPurpose) =>
    call<Api.Answer>('POST', 'travel-agency/step-up', { body: { purpose }, ...SHOWS_ERRORS }),
  countries: () => call<Api.ReferenceLists['countries']>('GET', 'countries', QUIET),
  banks: () => call<Api.ReferenceLists['banks']>('GET', 'banks', QUIET),
  titles: () => call<Api.ReferenceLists['titles']>('GET', 'titles', QUIET),
  verifyIdentity: (idNumber: string) =>
    call<{ isValid: boolean }>('POST', 'identification/verification', { body: { idNumber }, ...QUIET }),

  personalDetails: (id: number) => call<Api.AgentDetails>('GET', `travel-agency/personalDetails/${id}`, QUIET),
  updateAgency: (id: number, body: unknown) => call<Api.Answer>('PUT', `update/${id}`, { body }),
  updatePersonal: (body: unknown) => call<Api.Answer>('POST', 'travel-agency/update', { body }),
  bankingDetails: (id: number) => call<Api.StoredBanking>('GET', `TravelAgency/BankingDetails/${id}`, QUIET),
  updateBanking: (id: number, body: unknown) => call<Api.Answer>('PUT', `TravelAgency/banking-details/${id}`, { body }),
  sendBankingOtp: (id: number, body: object) =>
    call<Api.Answer>('POST', `travel-agency/banking-details-sendOtp/${id}`, { body, ...SHOWS_ERRORS }),
  updatePassword: (id: number, body: object) =>
    call<Api.Answer>('PUT', `password/update-password/${id}`, { body, ...SHOWS_ERRORS }),

  referAgent: (body: object) => call<Api.Answer>('POST', 'Referral/refer-agent', { body, ...SHOWS_ERRORS }),
  referralStatus: (id: number) =>
    call<{ referrals: Api.Referral[] } & Api.Answer>('GET', 'referral/referral-status', {
      query: { referringAgentId: String(id) },
      ...QUIET,
    }),
  remindReferred: (id: string) => call<Api.Answer>('POST', `agent/referrals/${encodeURIComponent(id)}/reminder`),
  referredAgent: (email: string, ref: string) =>
    call<Api.ReferredAgent>('GET', 'referral/get-referred-agent', { query: { email, ref }, ...QUIET }),
  referralLink: () => call<{ link: string }>('GET', 'agent/referral-link', QUIET),
  replaceReferralLink: () => call<{ link: string }>('POST', 'agent/referral-link'),
  inviter: (link: string) => call<{ invitedBy: string }>('GET', 'referral/inviter', { query: { link }, ...QUIET }),
  completeReferral: (EmailAddress: string, ref: string) =>
    call<Api.Answer>('POST', 'referral/complete-registration', { body: { EmailAddress, ref }, ...QUIET }),

  sendEnquiry: (body: Api.Enquiry) =>
    call<Api.EnquiryReceived>('POST', 'ContactUsSupport/contact-us', { body, ...QUIET }),

  enquiries: () => call<Api.OwnEnquiry[]>('GET', 'agent/enquiries', QUIET),
  thread: (thread: string) =>
    call<Api.EnquiryThread>('GET', 'ContactUsSupport/thread', { query: { thread }, ...QUIET }),
  replyInThread: (thread: string, text: string) =>
    call<Api.Answer>('POST', 'ContactUsSupport/thread', { query: { thread }, body: { text } }),
} as const;
