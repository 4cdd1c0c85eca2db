import { ApiError } from '../api/client.ts';

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
