export const OTP_LENGTH = 6;
/** Seconds before a new code can be requested. */
export const RESEND_WAIT_SECONDS = 30;

/** Returns the digits of typed, pasted or auto-filled text; drops spaces and hyphens. */
export const otpDigits = (text: string): string => text.replace(/\D/g, '').slice(0, OTP_LENGTH);
