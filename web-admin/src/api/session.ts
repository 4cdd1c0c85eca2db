import { type Farewell, keepFarewell } from '@fynbos/web-agent/src/session/farewell.ts';
import { drop, KEYS, keptValue } from '@fynbos/web-agent/src/session/storage.ts';
import { roleOf, tokenClaims } from '@fynbos/web-agent/src/session/token.ts';

/** The bearer token that the portal's landing card stored, or null. */
export const bearer = (): string | null => keptValue(KEYS.token);

/** Longer without mouse or keys, and what a page asks by itself does not count as somebody being there. */
const UNATTENDED_MS = 60_000;

/** Whether nobody is at the dashboard now, as far as mouse and keys tell (in any of its tabs). */
export const unattended = (): boolean =>
  Date.now() - Number(keptValue(KEYS.lastActivity) ?? Date.now()) > UNATTENDED_MS;

/** Whose token it is, by role and address, or null: nobody's. */
export function personOf(token: string | null): string | null {
  const claims = token === null ? null : tokenClaims(token);
  return claims && `${roleOf(claims)} ${claims.email}`;
}

/** Who is signed in as far as the browser knows: an admin, an agent, or nobody (the server decides anew on each call). */
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

/**
 * Goes to the portal's sign-in, or, with an agent's token, to where the specification sends it (section 2, Access rule).
 * Never answers: the page goes. `why` is said there.
 */
export function leave(why?: Farewell): Promise<never> {
  if (why) keepFarewell(why);
  window.location.assign(signedIn() === 'agent' ? '/unauthorized' : '/');
  return new Promise(() => undefined);
}

/** The server knows a session no more: it is forgotten here too, unless somebody signed in meanwhile in another tab. */
export function endDead(token: string | null): Promise<never> {
  const now = bearer();
  if (now === null) return leave();
  if (now === token) {
    forgetSession();
    return leave('ended');
  }
  window.location.reload();
  return new Promise(() => undefined);
}
