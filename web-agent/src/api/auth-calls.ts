import type { BodyOf } from '@fynbos/api/contract.ts';
import { call, QUIET } from './client.ts';

/**
 * API calls of the landing page and the shell (specification, section 7). A separate module keeps the landing page
 * small.
 */
export const auth = {
  login: (body: BodyOf<'POST', 'auth/login'>) => call('POST', 'auth/login', { body, quiet: 'errors' }),
  verifyLogin: (body: BodyOf<'POST', 'auth/verify-otp'>) => call('POST', 'auth/verify-otp', { body, quiet: 'errors' }),
  logout: () => call('POST', 'auth/logout', { ...QUIET, keepalive: true }),
  extend: () => call('POST', 'auth/extend', QUIET),
  forgotPassword: (EmailAddress: string) => call('POST', 'auth/forgot-password', { body: { EmailAddress }, ...QUIET }),
  resetLink: (token: string) => call('GET', 'auth/reset-password', { query: { token }, ...QUIET }),
  resetPassword: (token: string, body: BodyOf<'POST', 'auth/reset-password'>) =>
    call('POST', 'auth/reset-password', { body, query: { token } }),
} as const;
