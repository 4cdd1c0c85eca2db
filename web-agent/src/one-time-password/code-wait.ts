import { ApiError, messageOr } from '../api/client.ts';
import { t } from '../i18n/t.tsx';

/** Seconds between two codes for a person. */
const GAP_SECONDS = 30;

/** When the next code can be requested, in milliseconds. Dialogs that open again continue with it. */
let nextAt = 0;

/** Records that a code was sent just now, or the seconds until the next one can be requested. */
export function codeSent(wait = GAP_SECONDS): void {
  nextAt = Date.now() + wait * 1000;
}

/** Seconds until the next code can be requested. */
export const secondsToNextCode = (): number => Math.max(0, Math.ceil((nextAt - Date.now()) / 1000));

/** Seconds to wait if a code was refused because the previous one was just sent and can be entered; otherwise null. */
export const justSent = (failure: unknown): number | null =>
  failure instanceof ApiError &&
  failure.status === 429 &&
  (failure.retryAfter ?? Number.POSITIVE_INFINITY) <= GAP_SECONDS
    ? (failure.retryAfter ?? null)
    : null;

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
