/**
 * Support contact details.
 * The server writes the settings (`SUPPORT_EMAIL`, `SUPPORT_WEB`, `HEAD_OFFICE`) into every page, as meta elements and
 * in place of these marks (services/api/server/static.ts), so that one build serves every environment.
 */
function setting(name: string, mark: string): string {
  if (typeof document === 'undefined') return mark;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? mark;
}

export const SUPPORT = {
  email: setting('support-email', '__SUPPORT_EMAIL__'),
  web: setting('support-web', '__SUPPORT_WEB__'),
  /** The web address as displayed. */
  webName: setting('support-web', '__SUPPORT_WEB_NAME__').replace('https://', ''),
  headOffice: setting('head-office', '__HEAD_OFFICE__'),
} as const;

export const PROGRAMME = 'Fynbos Rewards';
