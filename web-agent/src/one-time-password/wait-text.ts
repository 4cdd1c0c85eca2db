import { ApiError, messageOr } from '../api/client.ts';
import { t } from '../i18n/t.tsx';

/** Shown when a call did not reach the server. */
export const NOT_REACHED = t('We could not reach the server. Check your connection and try again.');

/** A wait as text: `in 24 seconds`, `in 47 minutes`. */
export function waitText(seconds: number): string {
  if (seconds < 60) return t('in %{count} second |||| in %{count} seconds', { count: Math.max(1, Math.ceil(seconds)) });
  return t('in %{count} minute |||| in %{count} minutes', { count: Math.ceil(seconds / 60) });
}

/** `Too many attempts. Try again in 47 minutes.` */
const tooMany = (seconds: number): string => t('Too many attempts. Try again %{wait}.', { wait: waitText(seconds) });

/** The text for a failed call of a sign-in or a code. */
export function problemOf(failure: unknown): string {
  if (!(failure instanceof ApiError) || failure.status === 0) return NOT_REACHED;
  const { status, retryAfter } = failure;
  return status === 429 && retryAfter !== undefined ? tooMany(retryAfter) : messageOr(failure, NOT_REACHED);
}
