/** Areas whose lists and records can be seen as of a past moment. */
const WITH_A_PAST: ReadonlySet<string> = new Set([
  'travel-agents',
  'promotions',
  'contact-support',
  'rewards',
  'payouts',
  'holds',
  'tax-years',
  'approvals',
  'integrators',
  'admins',
  'audit-log',
]);

/** Whether what a path shows has a past to look at. */
export const hasPast = (pathname: string): boolean => WITH_A_PAST.has(pathname.split('/')[1] ?? '');

/** The past moment of `?asOf=` as an ISO instant, or null for now and for what is no moment. */
export function momentOf(search: string): string | null {
  const given = new URLSearchParams(search).get('asOf');
  return given && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : null;
}

interface Place {
  readonly pathname: string;
  readonly search: string;
}

/**
 * The address to go on with: who looks at the past stays in it while they follow links, filter and turn pages, until they
 * go back to now. Null where the address is right as it is. `before` is the moment that was looked at; going back in the
 * browser's own history (`isReturn`) means what it says.
 */
export function heldInThePast({ pathname, search }: Place, before: string | null, isReturn: boolean): string | null {
  if (before === null || isReturn || !hasPast(pathname) || momentOf(search) !== null) return null;
  const next = new URLSearchParams(search);
  next.set('asOf', before);
  return `?${next}`;
}

/** The instant of a date and time that was typed as Johannesburg's (`2026-03-14T09:05`), or null. */
export function instantTyped(text: string): string | null {
  const at = Date.parse(`${text}:00+02:00`);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(at) ? new Date(at).toISOString() : null;
}
