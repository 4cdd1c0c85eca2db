import { call, QUIET } from './client.ts';
import type * as Api from './types.ts';

/**
 * API calls of the landing page and the shell (specification, section 7). A separate module keeps the landing page
 * small.
 */
export const auth = {
  login: (body: Api.LoginPayload) =>
    call<Api.AdminLogin | Api.AgentLogin | Api.OtpVerified>('POST', 'auth/login', { body, quiet: 'errors' }),
  verifyLogin: (body: Api.SignInCode) => call<Api.OtpVerified>('POST', 'auth/verify-otp', { body, quiet: 'errors' }),
  logout: () => call<Api.Answer>('POST', 'auth/logout', { ...QUIET, keepalive: true }),
  extend: () => call<Api.Answer>('POST', 'auth/extend', QUIET),
  forgotPassword: (EmailAddress: string) =>
    call<Api.Answer>('POST', 'auth/forgot-password', { body: { EmailAddress }, ...QUIET }),
  resetLink: (token: string) => call<Api.ResetLink>('GET', 'auth/reset-password', { query: { token }, ...QUIET }),
  resetPassword: (token: string, body: { password: string; confirmPassword: string }) =>
    call<Api.Answer>('POST', 'auth/reset-password', { body, query: { token } }),
} as const;
