const INCENTIVES = '/agent/incentives';

interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Router state of the landing page: the page that a person without a session asked for. */
export const returnTo = ({ pathname, search, hash }: Place): { readonly from: string } => ({
  from: `${pathname}${search}${hash}`,
});

/** Returns the agent's page that was asked for before the sign-in; null if there was none. */
export function askedFor(state: unknown): string | null {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && /^\/agent\/\w/.test(from) ? from : null;
}

/** Where a sign-in leads: the incentives (specification, section 2, Access rule), or the page that was asked for. */
export const afterSignIn = (state: unknown): string => askedFor(state) ?? INCENTIVES;
