/**
 * Written by the server (services/api/server/page-texts.ts): a meta element, and `mark` in prerendered pages. One build
 * serves every environment and policy.
 */
function setting(name: string, mark: string): string {
  if (typeof document === 'undefined') return mark;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? mark;
}

export const PROGRAMME = 'Fynbos Rewards';

export const SUPPORT = {
  email: setting('support-email', '__SUPPORT_EMAIL__'),
  web: setting('support-web', '__SUPPORT_WEB__'),
  /** The web address as displayed. */
  webName: setting('support-web', '__SUPPORT_WEB_NAME__').replace('https://', ''),
  headOffice: setting('head-office', '__HEAD_OFFICE__'),
} as const;

/** Figures of the policy in force, in English: `R50`, `R100`, `25%`, `expires 36 months after it was earned`, `72`. */
export const FIGURES = {
  minimumReward: setting('minimum-reward', '__MINIMUM_REWARD__'),
  payoutMinimum: setting('payout-minimum', '__PAYOUT_MINIMUM__'),
  payeRate: setting('paye-rate', '__PAYE_RATE__'),
  /** What happens to a reward that stays unpaid. */
  expiry: setting('expiry', '__EXPIRY__'),
  coolingHours: setting('cooling-hours', '__COOLING_HOURS__'),
} as const;
