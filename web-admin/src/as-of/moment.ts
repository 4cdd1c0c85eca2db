/** Areas with lists and records that support past moments. */
const AS_OF_AREAS: ReadonlySet<string> = new Set([
  'home',
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
  'controls',
  'ledger',
  'liability',
  'reward-policy',
  'referrals',
  'corrections',
  'reconciliations',
  'month-closes',
]);

/** Pages below these areas that always show the present. */
const PRESENT_ONLY_PATHS: readonly string[] = [
  '/audit-log/compare',
  '/audit-log/packs',
  '/contact-support/templates',
  '/liability/agents',
  '/ledger/exports',
  '/month-closes/',
  '/reconciliations/lists',
];

/** Whether the page of a path supports past moments. */
export const supportsAsOf = (pathname: string): boolean =>
  AS_OF_AREAS.has(pathname.split('/')[1] ?? '') && !PRESENT_ONLY_PATHS.some((path) => pathname.startsWith(path));

/** Parses `?asOf=` into an ISO instant; null for now and for an invalid value. */
export function momentOf(search: string): string | null {
  const asOf = new URLSearchParams(search).get('asOf');
  return asOf && !Number.isNaN(Date.parse(asOf)) ? new Date(asOf).toISOString() : null;
}

interface PageAddress {
  readonly pathname: string;
  readonly search: string;
}

/**
 * Null when the address is already correct. A past moment stays in effect for links, filters and pages until the
 * administrator returns to now. `before`: the moment shown before. `isReturn`: a step in the browser's history, which
 * is left as it is.
 */
export function searchAtMoment(
  { pathname, search }: PageAddress,
  before: string | null,
  isReturn: boolean,
): string | null {
  if (before === null || isReturn || !supportsAsOf(pathname) || momentOf(search) !== null) return null;
  const next = new URLSearchParams(search);
  next.set('asOf', before);
  return `?${next}`;
}

/** Parses a Johannesburg date and time (`2026-03-14T09:05`) to an instant; null for invalid text. */
export function parseInstant(text: string): string | null {
  const at = Date.parse(`${text}:00+02:00`);
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(at) ? new Date(at).toISOString() : null;
}
