import { randomBytes } from 'node:crypto';
import type { Tokens } from '@fynbos/platform/crypto/tokens.ts';
import type { Pool } from 'pg';

/** A challenge can be answered for ten minutes, once. */
export const CHALLENGE_TTL_MS = 10 * 60_000;
const NONCE_BYTES = 24;

/**
 * It proves its origin and expiry, so that an unanswered one leaves no row; answered ones are stored until they expire.
 */
export class Challenges {
  constructor(
    private readonly db: Pool,
    private readonly tokens: Tokens,
    private readonly now: () => Date,
  ) {}

  /** A new challenge, base64url. `sessionId`: the only session that can answer it; null for a sign-in. */
  issue(sessionId: string | null): string {
    const expiresAt = this.now().getTime() + CHALLENGE_TTL_MS;
    const text = `${randomBytes(NONCE_BYTES).toString('base64url')}:${expiresAt}`;
    return Buffer.from(this.tokens.sign(purposeOf(sessionId), text)).toString('base64url');
  }

  /** Uses up a challenge. Returns false if it is forged, expired, of another session, or was used before. */
  async consume(challenge: string, sessionId: string | null): Promise<boolean> {
    const text = this.tokens.open(purposeOf(sessionId), Buffer.from(challenge, 'base64url').toString());
    const [nonce, expires] = text?.split(':') ?? [];
    if (nonce === undefined || Number(expires) <= this.now().getTime()) return false;
    const { rowCount } = await this.db.query(
      'insert into auth."answeredChallenges" (challenge, "expiresAt") values ($1, $2) on conflict do nothing',
      [nonce, new Date(Number(expires))],
    );
    return rowCount === 1;
  }
}

const purposeOf = (sessionId: string | null): string => `passkey ${sessionId ?? 'sign-in'}`;
