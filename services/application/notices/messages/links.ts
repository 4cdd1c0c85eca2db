import type { Tokens } from '@fynbos/platform/crypto/tokens.ts';

/** The secret `ref` in an invitation's link; accepting the invitation also requires the e-mail address. */
export const referralRef = (tokens: Tokens, referralId: string): string =>
  tokens.sign('referral', referralId).slice(referralId.length + 1);

/** The links in mails, under the portal's address and built from ids alone. */
export function linksOf(publicUrl: string, tokens: Tokens) {
  const linkTo = (path: string, query: Record<string, string>) => `${publicUrl}${path}?${new URLSearchParams(query)}`;
  return {
    password: (agentId: number, requestId: string) =>
      linkTo('/reset-password', { token: tokens.sign('password', `${agentId}.${requestId}`) }),
    email: (agentId: number, requestId: string) =>
      linkTo('/api/travel-agency/confirm-email', { token: tokens.sign('email', `${agentId}.${requestId}`) }),
    invitation: (referralId: string, email: string) =>
      linkTo('/registration', { email, ref: referralRef(tokens, referralId) }),
    enquiry: (enquiryId: number) => linkTo('/contact-us', { thread: tokens.sign('enquiry', String(enquiryId)) }),
    adminPassword: (adminId: number, requestId: string) =>
      linkTo('/reset-password', { token: tokens.sign('admin-password', `${adminId}.${requestId}`) }),
    /** A page of the dashboard; `path` is below `/admin`. */
    dashboard: (path: string) => `${publicUrl}/admin${path}`,
    page: (path: string) => `${publicUrl}${path}`,
    incentives: () => `${publicUrl}/agent/incentives`,
    referrals: () => `${publicUrl}/agent/refer-agent`,
  };
}

/** The content of a link; `id` is that of the agent or administrator. Null if it is forged. */
export function openLink(
  tokens: Tokens,
  purpose: 'password' | 'email' | 'admin-password',
  token: string,
): { id: number; requestId: string } | null {
  const match = /^(\d+)\.([0-9a-f-]{36})$/.exec(tokens.open(purpose, token) ?? '');
  return match ? { id: Number(match[1]), requestId: match[2] as string } : null;
}
