import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** The claims that the specification names (section 3), and the session on which the token's validity depends. */
export interface Claims {
  readonly role: 'TravelAgent' | 'Admin';
  readonly emailAddress: string;
  /** `agent-7` or `admin-1`. */
  readonly sub: string;
  readonly sid: string;
}

const ISSUER = 'fynbos-rewards';
/** A token never outlives the longest session. */
const TOKEN_TTL_SECONDS = 12 * 3_600;

const keys = new Map<string, KeyObject>();

/** From a string the library would create a key on each call, and first try to parse it as a certificate. */
function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, 'utf8');
  keys.set(secret, key);
  return key;
}

export const signToken = ({ role, emailAddress, sub, sid }: Claims, secret: string, now: Date): string =>
  jwt.sign({ role, emailAddress, sid, iat: Math.floor(now.getTime() / 1000) }, keyOf(secret), {
    algorithm: 'HS256',
    issuer: ISSUER,
    subject: sub,
    expiresIn: TOKEN_TTL_SECONDS,
  });

/** The claims of a token with a valid signature that has not expired, or null. */
export function readToken(token: string, secret: string, now: Date): Pick<Claims, 'sub' | 'sid'> | null {
  try {
    const claims = jwt.verify(token, keyOf(secret), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      clockTimestamp: Math.floor(now.getTime() / 1000),
    });
    if (typeof claims === 'string') return null;
    const { sub, sid } = claims as { sub?: unknown; sid?: unknown };
    return typeof sub === 'string' && typeof sid === 'string' && /^[0-9a-f-]{36}$/.test(sid) ? { sub, sid } : null;
  } catch {
    return null;
  }
}
