import { call, QUIET } from './client.ts';
import type { AdminLogin, AgentLogin, Answer, LoginPayload, OtpVerified, ResetLink, SignInCode } from './types.ts';

/**
 * API calls of the landing page and the shell (specification, section 7). A separate module keeps the landing page
 * small.
 */
export const auth = {
  login: (body: LoginPayload) =>
    call<AdminLogin | AgentLogin | OtpVerified>('POST', 'auth/login', { body, quiet: 'errors' }),
  verifyLogin: (body: SignInCode) => call<OtpVerified>('POST', 'auth/verify-otp', { body, quiet: 'errors' }),
  logout: () => call<Answer>('POST', 'auth/logout', { ...QUIET, keepalive: true }),
  extend: () => call<Answer>('POST', 'auth/extend', QUIET),
  forgotPassword: (EmailAddress: string) =>
    call<Answer>('POST', 'auth/forgot-password', { body: { EmailAddress }, ...QUIET }),
  resetLink: (token: string) => call<ResetLink>('GET', 'auth/reset-password', { query: { token }, ...QUIET }),
  resetPassword: (token: string, body: { password: string; confirmPassword: string }) =>
    call<Answer>('POST', 'auth/reset-password', { body, query: { token } }),
} as const;
