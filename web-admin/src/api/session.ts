import { roleOf, tokenClaims } from '@fynbos/web-agent/src/session/token.ts';
import { clearLastWrite } from '@fynbos/web-agent/src/state/last-write.ts';
import {
  KEYS,
  keepSignOutReason,
  loadValue,
  removeValues,
  type SignOutReason,
  tab,
} from '@fynbos/web-agent/src/state/storage.ts';
import { createStore, type Store } from '@fynbos/web-agent/src/state/store.ts';

/** Bearer token stored by the portal's landing card, or null. */
export const bearer = (): string | null => loadValue(KEYS.token);

/** Without mouse or keyboard input for this long, automatic calls of a page do not count as activity. */
const ATTENDED_FOR_MS = 60_000;

/** Whether the dashboard is unattended: no recent mouse movement or key press in any of its tabs. */
export const unattended = (): boolean =>
  Date.now() - Number(loadValue(KEYS.lastActivity) ?? Date.now()) > ATTENDED_FOR_MS;

/** Identifies the person of a token by role and address; null when the token has none. */
export function personOf(token: string | null): string | null {
  const claims = token === null ? null : tokenClaims(token);
  return claims && `${roleOf(claims)} ${claims.email}`;
}

/** The signed-in role according to the browser, or null. The server checks each call. */
export function signedIn(): 'admin' | 'agent' | null {
  const token = bearer();
  const claims = token === null ? null : tokenClaims(token);
  return claims ? roleOf(claims) : null;
}

/** The admin's id and name; 'Admin' without a stored name (specification, section 2, Admin screens). */
export const currentAdmin = (): { id: string; fullName: string } => ({
  id: loadValue(KEYS.adminId) ?? '',
  fullName: loadValue(KEYS.adminName) ?? 'Admin',
});

/** Clears the session in this browser: the storage keys of the specification. */
export function forgetSession(): void {
  clearLastWrite();
  removeValues([
    KEYS.token,
    KEYS.adminId,
    KEYS.adminEmail,
    KEYS.adminName,
    KEYS.idNumber,
    KEYS.travelAgent,
    KEYS.userDetails,
    KEYS.userId,
    KEYS.lastActivity,
  ]);
}

const RETURN_PATH_KEY = 'fynbos.return-to';

/** Remembers the open page, so that the next sign-in in this tab returns to it. */
function saveReturnPath(): void {
  const path = window.location.pathname.replace(/^\/admin/, '');
  if (path === '' || path === '/' || path === '/home') return;
  // Without storage the sign-in opens the home page.
  tab.write(RETURN_PATH_KEY, `${path}${window.location.search}`);
}

/** Returns the page that was open when the session ended; null without one. */
export const readReturnPath = (): string | null => tab.read(RETURN_PATH_KEY);

export const clearReturnPath = (): void => tab.remove(RETURN_PATH_KEY);

/**
 * Opens the portal's sign-in or, with an agent's token, the page that the specification names (section 2, Access rule).
 * Never resolves. The sign-in page shows `why`. The next sign-in returns here unless the administrator signed out.
 */
export function leave(why?: SignOutReason | 'signed-out'): Promise<never> {
  if (why !== 'signed-out') saveReturnPath();
  if (why && why !== 'signed-out') keepSignOutReason(why);
  window.location.assign(signedIn() === 'agent' ? '/unauthorized' : '/');
  return new Promise(() => undefined);
}

/** Calls that wait for a new sign-in. Not empty exactly while the session has ended and the dialog is open. */
const waiting = createStore<readonly (() => void)[]>([]);

/** Resolves after the administrator has signed in again in the dialog over the page. */
const signedInAgain = (): Promise<void> => new Promise((resolve) => waiting.set([...waiting.read(), resolve]));

/** Resumes the calls that wait for a new sign-in. */
export function resumeCalls(): void {
  const calls = waiting.read();
  waiting.set([]);
  for (const resume of calls) resume();
}

export const waitingCalls: Store<readonly (() => void)[]> = waiting;

/**
 * Asks for the password over a page in use, otherwise leaves. Resolves when the call can be repeated. `token`: of the
 * rejected call. `inUse`: the server has accepted a call from this page.
 */
export async function handleSessionEnd(token: string | null, inUse: boolean): Promise<void> {
  const now = bearer();
  if (now === null) return leave();
  if (now !== token) {
    // Another tab has signed in as the same person, so the call continues with the new token.
    if (personOf(now) === personOf(token)) return undefined;
    window.location.reload();
    return new Promise(() => undefined);
  }
  if (inUse) return signedInAgain();
  forgetSession();
  return leave('ended');
}
