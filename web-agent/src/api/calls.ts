import type { BodyOf } from '@fynbos/api/contract.ts';
import { call, QUIET } from './client.ts';
import type * as Api from './types.ts';

/** The page shows its own failures: a dialog would cover the banner, or the banner the field to correct. */
const SHOWS_ERRORS = { quiet: 'errors' } as const;

/**
 * API calls of the pages behind the landing page (see `auth-calls.ts` for the others). Paths as in specification
 * section 7.
 */
export const api = {
  register: (body: BodyOf<'POST', 'travel-agency/register'>) => call('POST', 'travel-agency/register', { body }),
  verifyOtp: (body: Api.OtpPayload) => call('POST', 'travel-agency/verify-otp', { body, ...SHOWS_ERRORS }),
  resendOtp: (body: BodyOf<'POST', 'travel-agency/resend-otp'>) =>
    call('POST', 'travel-agency/resend-otp', { body, ...SHOWS_ERRORS }),
  stepUp: (purpose: Api.StepUpPurpose) => call('POST', 'travel-agency/step-up', { body: { purpose }, ...SHOWS_ERRORS }),
  countries: () => call('GET', 'countries', QUIET),
  banks: () => call('GET', 'banks', QUIET),
  titles: () => call('GET', 'titles', QUIET),
  verifyIdentity: (idNumber: string) => call('POST', 'identification/verification', { body: { idNumber }, ...QUIET }),

  personalDetails: (id: number) => call('GET', `travel-agency/personalDetails/${id}`, QUIET),
  updateAgency: (id: number, body: BodyOf<'PUT', `update/${number}`>) => call('PUT', `update/${id}`, { body }),
  updatePersonal: (body: BodyOf<'POST', 'travel-agency/update'>) => call('POST', 'travel-agency/update', { body }),
  bankingDetails: (id: number) => call('GET', `TravelAgency/BankingDetails/${id}`, QUIET),
  updateBanking: (id: number, body: BodyOf<'PUT', `TravelAgency/banking-details/${number}`>) =>
    call('PUT', `TravelAgency/banking-details/${id}`, { body }),
  sendBankingOtp: (id: number, body: BodyOf<'POST', `travel-agency/banking-details-sendOtp/${number}`>) =>
    call('POST', `travel-agency/banking-details-sendOtp/${id}`, { body, ...SHOWS_ERRORS }),
  updatePassword: (id: number, body: BodyOf<'PUT', `password/update-password/${number}`>) =>
    call('PUT', `password/update-password/${id}`, { body, ...SHOWS_ERRORS }),

  referAgent: (body: BodyOf<'POST', 'Referral/refer-agent'>) =>
    call('POST', 'Referral/refer-agent', { body, ...SHOWS_ERRORS }),
  referralStatus: (id: number) =>
    call('GET', 'referral/referral-status', {
      query: { referringAgentId: String(id) },
      ...QUIET,
    }),
  remindReferred: (id: string) => call('POST', `agent/referrals/${encodeURIComponent(id)}/reminder`),
  referredAgent: (email: string, ref: string) =>
    call('GET', 'referral/get-referred-agent', { query: { email, ref }, ...QUIET }),
  referralLink: () => call('GET', 'agent/referral-link', QUIET),
  replaceReferralLink: () => call('POST', 'agent/referral-link'),
  inviter: (link: string) => call('GET', 'referral/inviter', { query: { link }, ...QUIET }),
  completeReferral: (EmailAddress: string, ref: string) =>
    call('POST', 'referral/complete-registration', { body: { EmailAddress, ref }, ...QUIET }),

  sendEnquiry: (body: BodyOf<'POST', 'ContactUsSupport/contact-us'>) =>
    call('POST', 'ContactUsSupport/contact-us', { body, ...QUIET }),

  enquiries: () => call('GET', 'agent/enquiries', QUIET),
  thread: (thread: string) => call('GET', 'ContactUsSupport/thread', { query: { thread }, ...QUIET }),
  replyInThread: (thread: string, text: string) =>
    call('POST', 'ContactUsSupport/thread', { query: { thread }, body: { text } }),
} as const;
