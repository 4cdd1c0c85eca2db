import { drop, KEYS, keptValue } from '@fynbos/web-agent/src/session/storage.ts';
import { roleOf, tokenClaims } from '@fynbos/web-agent/src/session/token.ts';

/** The bearer token that the portal's landing card stored, or null. */
export const bearer = (): string | null => keptValue(KEYS.token);

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
  ]);
