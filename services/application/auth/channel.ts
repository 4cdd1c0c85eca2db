import type { Channel } from '../notices/notices.ts';

/** Specification section 8, OTP. */
export const OTP_SENT = 'Otp sent successfully';
export const INVALID_OTP = 'Invalid OTP. Please try again.';
export const OTP_CONTACT_MISSING = 'Missing email or phone number.';

/** E is mail, anything else SMS (specification, section 9). */
export const channelOf = (communicationMethod: string): Channel => (communicationMethod === 'E' ? 'email' : 'sms');
