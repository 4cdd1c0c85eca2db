import type { AgentAnswer as AgentDetails } from '@fynbos/api/agents/answers.ts';
import type { AdminLogin, OtpVerified } from '@fynbos/api/sign-in/answers.ts';
import { clearLastWrite } from '../state/last-write.ts';
import { KEYS, loadValue, parsed, removeValues, saveValue } from '../state/storage.ts';
import { createStore, type Store, useStore } from '../state/store.ts';
import { claimDrafts, discardDrafts } from './drafts.ts';
import { roleOf, type TokenClaims, tokenClaims } from './token.ts';

export type SignedInAgent = Pick<AgentDetails, 'id' | 'firstName' | 'surname' | 'loyaltyTrackingNo' | 'idNumber'>;

/** The signed-in person, from the stored token and agent. The server checks the token again on every call. */
export interface Session {
  readonly token: string;
  readonly role: 'admin' | 'agent';
  readonly claims: TokenClaims;
  /** The agent's own data under `travelAgent`; null for an admin. */
  readonly agent: SignedInAgent | null;
}

/** Rises with each change of the stored session, in this tab or another one. */
const changes = createStore(0);
/** Whether the last session was ended by the person and not by time or the server. */
let signedOutByUser = false;
let cachedSession: { token: string | null; session: Session | null } | undefined;

function read(): Session | null {
  const token = loadValue(KEYS.token);
  if (cachedSession && cachedSession.token === token) return cachedSession.session;
  cachedSession = { token, session: token ? sessionOf(token) : null };
  return cachedSession.session;
}

function sessionOf(token: string): Session | null {
  const claims = tokenClaims(token);
  return claims && { token, claims, role: roleOf(claims), agent: storedAgent() };
}

const storedAgent = (): SignedInAgent | null => parsed(loadValue(KEYS.travelAgent));

function changed(): void {
  cachedSession = undefined;
  changes.set(changes.read() + 1);
}

if (typeof window !== 'undefined') window.addEventListener('storage', changed);

export const sessionStore: Store<Session | null> = { subscribe: changes.subscribe, read };

/** Returns the signed-in session, or null. Always null during hydration. */
export const useSession = (): Session | null => useStore(sessionStore, null);

/**
 * Stores a session under the specification's keys (section 3) and returns the next path, for a page load: the dashboard
 * is another application and reads the same keys.
 */
export function storeSession(answer: AdminLogin | OtpVerified, landsOn: string): string {
  saveValue(KEYS.token, answer.token);
  if ('adminId' in answer) {
    saveValue(KEYS.adminId, String(answer.adminId));
    saveValue(KEYS.adminEmail, answer.email);
    saveValue(KEYS.adminName, answer.name);
  } else storeAgent(answer.travelAgent);
  changed();
  return 'adminId' in answer ? '/admin/home' : landsOn;
}

function storeAgent(agent: AgentDetails): void {
  const { id, firstName, surname, loyaltyTrackingNo, idNumber, emailAddress, communicationMethod, cellNumber } = agent;
  claimDrafts(String(id));
  saveValue(KEYS.travelAgent, JSON.stringify({ id, firstName, surname, loyaltyTrackingNo, idNumber }));
  saveValue(KEYS.idNumber, idNumber);
  saveValue(KEYS.userId, String(id));
  saveValue(KEYS.userDetails, JSON.stringify({ emailAddress, communicationMethod, cellNumber, message: '' }));
}

/** Stores the agent's changed name, so that every page greets with the new one. */
export function storeAgentName({ firstName, surname }: Pick<SignedInAgent, 'firstName' | 'surname'>): void {
  const agent = storedAgent();
  if (!agent) return;
  saveValue(KEYS.travelAgent, JSON.stringify({ ...agent, firstName, surname }));
  changed();
}

/** Whether the person chose to sign out, so that the next sign-in does not return to the page they left. */
export const wasSignedOutByUser = (): boolean => signedOutByUser;

/** Ends the session at the person's request, and discards what they typed and did not send. */
export function endSessionByUser(): void {
  signedOutByUser = true;
  discardDrafts();
  clearStoredSession();
}

/** Choices of the browser, which name no person. */
const BROWSER_KEYS: readonly string[] = [KEYS.theme, KEYS.language, KEYS.passkey];

/** The six keys of section 4, and those that identify this person. Unsent input stays for the person's next session. */
export function clearStoredSession(): void {
  clearLastWrite();
  removeValues(Object.values(KEYS).filter((key) => !BROWSER_KEYS.includes(key)));
  changed();
}

const INCENTIVES = '/agent/incentives';

/** Router state of the landing page: the page that a person without a session asked for. */
export const returnTo = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) => ({
  from: `${pathname}${search}${hash}`,
});

/** Returns the agent's page that was asked for before the sign-in; null if there was none. */
export function askedFor(state: unknown): string | null {
  const from = (state as { from?: unknown } | null)?.from;
  return typeof from === 'string' && /^\/agent\/\w/.test(from) ? from : null;
}

/** Where a sign-in leads: the incentives (specification, section 2, Access rule), or the page that was asked for. */
export const afterSignIn = (state: unknown): string => askedFor(state) ?? INCENTIVES;
