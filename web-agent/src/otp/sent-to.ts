import type { CommunicationMethod } from '../api/types.ts';

/** Where the code went, with only as much of the address as its owner needs to recognise it. */
export function sentTo(method: CommunicationMethod, cellNumber: string, email: string): string {
  return method === 'E'
    ? `A 6-digit one-time password was sent to your email address ${hiddenEmail(email)}. It works for 10 minutes.`
    : `A 6-digit one-time password was sent to your mobile number ending in ${cellNumber.slice(-3)}. It works for 10 minutes.`;
}

const hiddenEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1…$2');
