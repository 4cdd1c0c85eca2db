import { call, SHOWS_ERRORS } from '../../api/client.ts';
import type { AgentLogin, CommunicationMethod } from '../../api/types.ts';
import { storeSession } from '../../session/session.ts';

export interface LoginValues {
  identity: string;
  password: string;
  communicationMethod: string;
}

/** Whether the text is sent as `emailAddress` and not as `idNumber` (specification, section 5, Login). */
export const looksLikeEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim());

/**
 * Where an agent's code was sent; null for an admin and on a remembered device: the next page opens. Throws `ApiError`.
 */
export async function signIn(
  { identity, password, communicationMethod }: LoginValues,
  landsOn: string,
): Promise<AgentLogin | null> {
  const name = identity.trim();
  const body = looksLikeEmail(name)
    ? { emailAddress: name, password, communicationMethod: '' as const }
    : { idNumber: name, password, communicationMethod: communicationMethod as CommunicationMethod };
  const answer = await call('POST', 'auth/login', { body, ...SHOWS_ERRORS });
  if (!('token' in answer)) return answer;
  window.location.assign(storeSession(answer, landsOn));
  return null;
}
