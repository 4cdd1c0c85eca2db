import type { CommunicationMethod } from '../api/types.ts';

/** Returns the masked destination of the code, with just enough of the address for its owner to recognise it. */
export function sentTo(method: CommunicationMethod, cellNumber: string, email: string): string {
  return method === 'E'
    ? `A 6-digit one-time password was sent to your email address ${hiddenEmail(email)}. It expires in 10 minutes.`
    : `A 6-digit one-time password was sent to your mobile number ending in ${cellNumber.slice(-3)}. It expires in 10 minutes.`;
}

const hiddenEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1…$2');
