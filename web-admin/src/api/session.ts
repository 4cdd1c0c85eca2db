import { type Farewell, keepFarewell } from '@fynbos/web-agent/src/session/farewell.ts';
import { drop, KEYS, keptValue } from '@fynbos/web-agent/src/session/storage.ts';
import { roleOf, tokenClaims } from '@fynbos/web-agent/src/session/token.ts';
import { signedInAgain } from './session-ended.ts';

/** The bearer token that the portal's landing card stored, or null. */
export const bearer = (): string | null => keptValue(KEYS.token);

/** After this long without mouse or keys, calls that a page makes by itself do not count as activity. */
const UNATTENDED_MS = 60_000;

/** Whether the dashboard is unattended: no mouse movement and no key in any of its tabs. */
export const unattended = (): boolean =>
  Date.now() - Number(keptValue(KEYS.lastActivity) ?? Date.now()) > UNATTENDED_MS;

/** The person of a token, by role and address, or null. */
export function personOf(token: string | null): string | null {
  const claims = token === null ? null : tokenClaims(token);
  return claims && `${roleOf(claims)} ${claims.email}`;
}

/** The role that is signed in as far as the browser knows, or null; the server checks each call. */
export function signedIn(): 'admin' | 'agent' | null {
  const token = bearer();
  const claims = token === null ? null : tokenClaims(token);
  return claims ? roleOf(claims) : null;
}

/** The admin's id and name; the name is 'Admin' where none is stored (specification, section 2, Admin screens). */
export const whoAmI = (): { id: string; fullName: string } => ({
  id: keptValue(KEYS.adminId) ?? '',
  fullName: keptValue(KEYS.adminName) ?? 'Admin',
});

/** Forgets the session in this browser: the specification's storage keys. */
export const forgetSession = (): void =>
  drop([
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

const RETURN_TO = 'fynbos.return-to';

/** Keeps the open page for the time after the next sign-in in this tab. */
function keepReturn(): void {
  const path = window.location.pathname.replace(/^\/admin/, '');
  if (path === '' || path === '/' || path === '/home') return;
  try {
    sessionStorage.setItem(RETURN_TO, `${path}${window.location.search}`);
  } catch {
    // Then the sign-in leads to the home page.
  }
}

/** The page that was open when the session ended, once; null where there is none. */
export function takeReturn(): string | null {
  try {
    const path = sessionStorage.getItem(RETURN_TO);
    sessionStorage.removeItem(RETURN_TO);
    return path;
  } catch {
    return null;
  }
}

/**
 * Goes to the portal's sign-in, or, with an agent's token, to where the specification sends it (section 2, Access rule).
 * Never answers: the page is left. `why` is shown there. Unless the administrator signs out, the next sign-in leads back.
 */
export function leave(why?: Farewell | 'signed-out'): Promise<never> {
  if (why !== 'signed-out') keepReturn();
  if (why && why !== 'signed-out') keepFarewell(why);
  window.location.assign(signedIn() === 'agent' ? '/unauthorized' : '/');
  return new Promise(() => undefined);
}

/**
 * The server has ended the session of `token`. Where the page is in use, the password is asked for over it; resolves when
 * the call can be repeated. `inUse` is whether the server has answered this page before.
 */
export async function sessionOver(token: string | null, inUse: boolean): Promise<void> {
  const now = bearer();
  if (now === null) return leave();
  if (now !== token) {
    // Another tab has signed in: the same person goes on.
    if (personOf(now) === personOf(token)) return undefined;
    window.location.reload();
    return new Promise(() => undefined);
  }
  if (inUse) return signedInAgain();
  forgetSession();
  return leave('ended');
}
