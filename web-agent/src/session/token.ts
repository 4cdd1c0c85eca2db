/** The claims of a session token (specification, section 3, Token claims). */
export interface TokenClaims {
  readonly role: string;
  readonly email: string;
  /** Seconds since 1970, if the server sets an expiry. */
  readonly exp?: number;
}

/** Null if malformed or expired. Only the server can verify a token. */
export function tokenClaims(token: string, now = Date.now()): TokenClaims | null {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const exp = typeof claims.exp === 'number' ? claims.exp : undefined;
    if (typeof claims.role !== 'string' || (exp !== undefined && exp * 1000 <= now)) return null;
    return { role: claims.role, email: String(claims.emailAddress ?? ''), exp };
  } catch {
    return null;
  }
}

/** Treats every role other than admin as agent (specification, section 6). */
export const roleOf = ({ role }: TokenClaims): 'admin' | 'agent' =>
  role.toLowerCase() === 'admin' ? 'admin' : 'agent';
