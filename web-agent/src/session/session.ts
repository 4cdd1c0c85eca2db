import type { AdminLogin, AgentDetails, AgentLogin, SignedInAgent } from '../api/types.ts';
import { claimDrafts, dropDrafts } from './drafts.ts';
import { drop, KEYS, keep, keptValue } from './storage.ts';
import { roleOf, type TokenClaims, tokenClaims } from './token.ts';

/** The signed-in person, from the stored token and agent. The server checks the token again on every call. */
export interface Session {
  readonly token: string;
  readonly role: 'admin' | 'agent';
  readonly claims: TokenClaims;
  /** The agent's own data under `travelAgent`; null for an admin. */
  readonly agent: SignedInAgent | null;
}

const listeners = new Set<() => void>();
/** Whether the last session was ended by the person and not by time or the server. */
let left = false;
let known: { token: string | null; session: Session | null } | undefined;

function read(): Session | null {
  const token = keptValue(KEYS.token);
  if (known && known.token === token) return known.session;
  known = { token, session: token ? sessionOf(token) : null };
  return known.session;
}

function sessionOf(token: string): Session | null {
  const claims = tokenClaims(token);
  if (!claims) return null;
  return { token, claims, role: roleOf(claims), agent: storedAgent() };
}

function storedAgent(): SignedInAgent | null {
  try {
    return JSON.parse(keptValue(KEYS.travelAgent) ?? 'null') as SignedInAgent | null;
  } catch {
    return null;
  }
}

function changed(): void {
  known = undefined;
  for (const listener of listeners) listener();
}

export const sessionStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', changed);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener('storage', changed);
    };
  },
  read,
};

/** Stores an agent's session under the specification's keys (section 3). */
export function keepAgentSession(token: string, agent: SignedInAgent, login: AgentLogin): void {
  const { id, firstName, surname, loyaltyTrackingNo, idNumber } = agent;
  claimDrafts(String(id));
  keep(KEYS.token, token);
  keep(KEYS.travelAgent, JSON.stringify({ id, firstName, surname, loyaltyTrackingNo, idNumber }));
  keep(KEYS.idNumber, idNumber);
  keep(KEYS.userId, String(id));
  keep(KEYS.userDetails, JSON.stringify(login));
  changed();
}

/** What `login` says of an agent, for a sign-in without a code. */
export const loginOf = ({ emailAddress, communicationMethod, cellNumber }: AgentDetails): AgentLogin => ({
  emailAddress,
  communicationMethod,
  cellNumber,
  message: '',
});

/** Stores the agent's changed name, so that every page greets with the new one. */
export function keepAgentName({ firstName, surname }: Pick<SignedInAgent, 'firstName' | 'surname'>): void {
  const agent = storedAgent();
  if (!agent) return;
  keep(KEYS.travelAgent, JSON.stringify({ ...agent, firstName, surname }));
  changed();
}

/** Stores an admin's session; the dashboard at /admin reads the same keys. */
export function keepAdminSession({ token, adminId, email, name }: AdminLogin): void {
  keep(KEYS.token, token);
  keep(KEYS.adminId, String(adminId));
  keep(KEYS.adminEmail, email);
  keep(KEYS.adminName, name);
  changed();
}

/** Whether the person chose to sign out, so that the next sign-in does not return to the page they left. */
export const hasLeft = (): boolean => left;

/** Ends the session at the person's request, and discards what they typed and did not send. */
export function leaveSession(): void {
  left = true;
  dropDrafts();
  forgetSession();
}

/**
 * Removes the session: the six keys of section 4, and those that would identify this person to the next user of the
 * browser. Unsent input stays for the same person's next session.
 */
export function forgetSession(): void {
  const { token, idNumber, userDetails, travelAgent, adminEmail, adminId, adminName, userId, lastActivity, offline } =
    KEYS;
  drop([token, idNumber, userDetails, travelAgent, adminEmail, adminId, adminName, userId, lastActivity, offline]);
  changed();
}
