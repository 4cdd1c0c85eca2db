export type Role = 'visitor' | 'agent' | 'anotherAgent' | 'admin';
export const ROLES: readonly Role[] = ['visitor', 'agent', 'anotherAgent', 'admin'];

/** Result for a role: unauthenticated, forbidden, or allowed (whatever the call then answers). */
export type Access = 401 | 403 | 'allowed';
export type Row = readonly [
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  access: Readonly<Record<Role, Access>>,
  body?: object | 'referral',
];

const everybody = { visitor: 'allowed', agent: 'allowed', anotherAgent: 'allowed', admin: 'allowed' } as const;
/** `{id}` is the agent's id. */
const oneself = { visitor: 401, agent: 'allowed', anotherAgent: 403, admin: 403 } as const;
const anyAgent = { visitor: 401, agent: 'allowed', anotherAgent: 'allowed', admin: 403 } as const;
const signedIn = { visitor: 401, agent: 'allowed', anotherAgent: 'allowed', admin: 'allowed' } as const;
const admins = { visitor: 401, agent: 403, anotherAgent: 403, admin: 'allowed' } as const;
const nobody = { visitor: 401, agent: 401, anotherAgent: 401, admin: 401 } as const;
const ownNumber = { visitor: 401, agent: 'allowed', anotherAgent: 403, admin: 'allowed' } as const;

/** Every row of section 7 of the specification, with each spelling of its paths and the result for each role. */
export const SECTION_7: readonly Row[] = [
  ['post', '/auth/login', everybody, {}],
  ['post', '/auth/verify-otp', everybody, {}],
  ['post', '/auth/forgot-password', everybody, {}],
  ['post', '/auth/reset-password?token=x', everybody, {}],
  ['post', '/travel-agency/register', everybody, {}],
  ['post', '/travel-agency/verify-otp', everybody, {}],
  ['post', '/travel-agency/resend-otp', everybody, {}],
  ['get', '/referral/get-referred-agent?email=a@b.example', everybody],
  ['post', '/referral/complete-registration', everybody, {}],
  ['get', '/countries', everybody],
  ['get', '/banks', everybody],
  ['get', '/titles', everybody],
  ['post', '/identification/verification', everybody, { idNumber: '1' }],
  ['get', '/travel-agency/personalDetails/{id}', oneself],
  ['get', '/TravelAgent/{id}', oneself],
  ['get', '/travel-agency/PersonalDetails/{id}', oneself],
  ['put', '/update/{id}', oneself, {}],
  ['post', '/travel-agency/update', { ...oneself }, { ID: '{id}', idNumber: '8001015009087', employerConsent: 'Y' }],
  ['get', '/TravelAgency/BankingDetails/{id}', oneself],
  ['put', '/TravelAgency/banking-details/{id}', oneself, {}],
  ['post', '/travel-agency/banking-details-sendOtp/{id}', oneself, {}],
  ['put', '/password/update-password/{id}', oneself, {}],
  ['post', '/Referral/refer-agent', oneself, 'referral'],
  ['post', '/referral/refer-agent', oneself, 'referral'],
  ['get', '/referral/referral-status?referringAgentId={id}', oneself],
  ['get', '/Referral/referral-status?referringAgentId={id}', oneself],
  ['get', '/travel-agency/promotions', signedIn],
  [
    'post',
    '/Incentive/list-incentives',
    ownNumber,
    { fromDate: '20260101', toDate: '20260131', loyaltyTrackingNo: '{trackingNo}' },
  ],
  ['post', '/ContactUsSupport/contact-us', everybody, {}],
  ['get', '/admin/queries', admins],
  ['put', '/admin/update-status/1', admins, {}],
  ['get', '/admin/travel-agents', admins],
  ['post', '/admin/add-agent', admins, {}],
  ['post', '/admin/update', admins, {}],
  ['get', '/admin/promotions', admins],
  ['post', '/admin/add-promotion', admins, {}],
  ['put', '/admin/update-promotion/1', admins, {}],
  ['put', '/admin/deactivate-promotion/1', admins],
  ['put', '/admin/activate-promotion/1', admins],
];

export const CONFIRM_EMAIL = '/travel-agency/confirm-email?token=x';

/** Calls of the portal that the specification does not list. */
export const ADDITIONAL: readonly Row[] = [
  ['post', '/travel-agency/step-up', anyAgent, {}],
  ['get', '/agent/sessions', signedIn],
  ['get', '/agent/history', anyAgent],
  ['get', '/agent/choices', anyAgent],
  ['put', '/agent/choices', anyAgent, {}],
  ['post', '/agent/requests', anyAgent, {}],
  ['get', '/agent/message-choices', anyAgent],
  ['put', '/agent/message-choices', anyAgent, {}],
  ['get', '/agent/push-devices', anyAgent],
  ['post', '/agent/push-devices', anyAgent, {}],
  ['delete', '/agent/push-devices/x', anyAgent],
  ['get', '/agent/deletion', anyAgent],
  // Too long a reason: a valid request without a code gets 403.
  ['post', '/agent/deletion', anyAgent, { reason: 'x'.repeat(5_000) }],
  ['delete', '/agent/deletion', anyAgent],
  ['delete', '/agent/email-change', anyAgent],
  ['get', '/agent/export.json', anyAgent],
  ['get', '/agent/overview', anyAgent],
  ['post', '/agent/estimate', anyAgent, {}],
  ['get', '/agent/bookings', anyAgent],
  ['post', '/agent/referrals/x/reminder', anyAgent],
  ['get', '/agent/enquiries', anyAgent],
  ['post', '/agent/enquiry-files', anyAgent],
  ['get', '/agent/enquiry-files/x', anyAgent],
  ['get', '/agent/referral-link', anyAgent],
  ['post', '/agent/referral-link', anyAgent],
  ['get', '/referral/inviter', everybody],
  ['get', '/agent/goal', anyAgent],
  ['put', '/agent/goal', anyAgent, {}],
  ['get', '/agent/challenges', anyAgent],
  ['post', '/auth/extend', signedIn],
  ['get', '/auth/sessions', signedIn],
  ['post', '/auth/sessions/end-others', signedIn],
  ['delete', '/auth/sessions/x', signedIn],
  ['delete', '/agent/sessions/x', signedIn],
  ['get', '/auth/devices', anyAgent],
  ['delete', '/auth/devices/x', anyAgent],
  ['post', '/auth/passkey-sign-in/challenge', everybody],
  ['post', '/auth/passkey-sign-in', everybody, {}],
  ['get', '/auth/passkeys', signedIn],
  ['post', '/auth/passkeys/challenge', signedIn],
  ['post', '/auth/passkeys/confirm-password', { ...signedIn, agent: 403, anotherAgent: 403 }, { password: 'x' }],
  ['post', '/auth/passkeys', signedIn, {}],
  ['put', '/auth/passkeys/x', signedIn, {}],
  ['delete', '/auth/passkeys/x', signedIn],
  ['get', CONFIRM_EMAIL, everybody],
  ['get', '/auth/reset-password?token=x', everybody],
  ['get', '/agent/incentives/x/match', anyAgent],
  ['get', '/ContactUsSupport/thread?thread=x', everybody],
  ['get', '/verify/x', everybody],
  ['post', '/ContactUsSupport/thread?thread=x', everybody, {}],
  ['get', '/agent/export.pdf', anyAgent],
  ['get', '/agent/statement.csv?month=2026-01', anyAgent],
  ['get', '/agent/statement.pdf?month=2026-01', anyAgent],
  ['get', '/agent/payouts', anyAgent],
  ['get', '/agent/payouts/x', anyAgent],
  ['get', '/agent/payouts/x/statement.csv', anyAgent],
  ['get', '/agent/payouts/x/statement.pdf', anyAgent],
  ['get', '/agent/certificates', anyAgent],
  ['get', '/agent/certificates/x/certificate.pdf', anyAgent],
  ['get', '/agent/tax-profile', anyAgent],
  ['post', '/audit-packs/open', everybody, {}],
  ['post', '/audit-packs/bundle', everybody, {}],
  ['get', '/audit-packs/verify-export.mjs', everybody],
];

/** Integrators' calls: sessions are not API keys. */
export const INTEGRATIONS: readonly Row[] = [
  ['post', '/integrations/rental-events', nobody, {}],
  ['get', '/integrations/rental-events/x', nobody],
  ['get', '/integrations/reservations/x', nobody],
];

/** Calls that end their own session, tested after all others. */
export const ENDING: readonly Row[] = [['post', '/auth/logout', signedIn]];
