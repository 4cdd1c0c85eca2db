import { ApiError, call, SHOWS_ERRORS } from '../../api/client.ts';
import type { AdminLogin, AgentLogin, CommunicationMethod, OtpVerified } from '../../api/types.ts';
import { FIRST_MESSAGES } from '../../messages/first-messages.ts';
import { keepAdminSession, keepAgentSession, loginOf } from '../../session/session.ts';
import { showAlert } from '../../state/alerts.ts';

export interface LoginValues {
  identity: string;
  password: string;
  communicationMethod: string;
}

/** Whether the text is sent as `emailAddress` and not as `idNumber` (specification, section 5, Login). */
export const looksLikeEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim());

/**
 * Signs in. An admin goes straight to the dashboard, with a page load because it is another application; an agent on a
 * remembered device goes to `landsOn`.
 * Returns where the one-time password of an agent was sent; null for the others. Throws an `ApiError`.
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
  if (isAdmin(answer)) {
    keepAdminSession(answer);
    window.location.assign('/admin/home');
    return null;
  }
  if ('travelAgent' in answer) {
    keepAgentSession(answer.token, answer.travelAgent, loginOf(answer.travelAgent));
    window.location.assign(landsOn);
    return null;
  }
  if (isAgent(answer)) return answer;
  showAlert('danger', FIRST_MESSAGES.unexpected);
  throw new ApiError(0, FIRST_MESSAGES.unexpected);
}

const isAdmin = (answer: AdminLogin | AgentLogin | OtpVerified): answer is AdminLogin =>
  'adminId' in answer && 'token' in answer;
const isAgent = (answer: AdminLogin | AgentLogin): answer is AgentLogin => 'emailAddress' in answer;
