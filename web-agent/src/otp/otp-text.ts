import type { CommunicationMethod } from '../api/types.ts';
import { t } from '../i18n/t.tsx';

export const OTP_LENGTH = 6;
/** Seconds before a new code can be requested. */
export const RESEND_WAIT_SECONDS = 30;

/** Returns the digits of typed, pasted or auto-filled text; drops spaces and hyphens. */
export const otpDigits = (text: string): string => text.replace(/\D/g, '').slice(0, OTP_LENGTH);

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
