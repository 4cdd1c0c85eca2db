import { ApiError } from '../api/client.ts';
import type { CommunicationMethod } from '../api/types.ts';
import { NOT_REACHED, tooMany } from '../first-form/wait-text.ts';
import { t } from '../i18n/t.tsx';

export const OTP_LENGTH = 6;
/** Seconds before a new code can be requested. */
export const RESEND_WAIT_SECONDS = 30;

/** Returns the digits of typed, pasted or auto-filled text; drops spaces and hyphens. */
export const otpDigits = (text: string): string => text.replace(/\D/g, '').slice(0, OTP_LENGTH);

interface OtpProblem {
  readonly error: string;
  /** What to do next, shown below the error. */
  readonly advice: string | null;
  /** The entered code is of no use; after a failed connection it still is. */
  readonly isWrong: boolean;
  /** The error of a resend that failed in the same way. */
  readonly resend: string;
}

/** Returns what to show after a code could not be checked or sent. */
export function otpProblem(failure: unknown): OtpProblem {
  const refusal = failure instanceof ApiError ? failure : null;
  if (!refusal || refusal.status === 0 || refusal.status >= 500)
    return { error: NOT_REACHED, advice: null, isWrong: false, resend: NOT_REACHED };
  if (refusal.status === 429) {
    const error = refusal.retryAfter === undefined ? refusal.message : tooMany(refusal.retryAfter);
    return { error, advice: null, isWrong: false, resend: error };
  }
  return {
    error: t('Invalid OTP. Please try again.'),
    advice: t('A code expires after 10 minutes, and after five wrong tries. If yours is older, ask for a new one.'),
    isWrong: true,
    resend: refusal.message,
  };
}

/** Returns the masked destination of the code, with just enough of the address for its owner to recognise it. */
export function sentTo(method: CommunicationMethod, cellNumber: string, email: string): string {
  return method === 'E'
    ? t('A 6-digit one-time password was sent to your email address %{email}. It expires in 10 minutes.', {
        email: hiddenEmail(email),
      })
    : t('A 6-digit one-time password was sent to your mobile number ending in %{ending}. It expires in 10 minutes.', {
        ending: cellNumber.slice(-3),
      });
}

const hiddenEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1…$2');
