export const OTP_LENGTH = 6;
/** A new code not more than once in 30 seconds. */
export const RESEND_WAIT_SECONDS = 30;

/** The digits of what was typed, pasted or filled in; spaces and hyphens are dropped. */
export const otpDigits = (text: string): string => text.replace(/\D/g, '').slice(0, OTP_LENGTH);
