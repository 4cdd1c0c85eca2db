import { randomUUID } from 'node:crypto';
import { pause } from '@fynbos/platform/pause.ts';
import { insertRows } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';

/** A limit is used up. `retryAfter`: seconds until one more attempt is allowed. */
export class RateLimitExceeded extends Error {
  override readonly name = 'RateLimitExceeded';
  constructor(
    readonly retryAfter: number,
    message = 'Too many attempts. Try again later.',
  ) {
    super(message);
  }
}

/** How often something may happen: `most` within `seconds`, and not within `gapSeconds` of the last. */
export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  readonly gapSeconds?: number;
}

const HOUR = 3_600;

/** Limits of sign-in, codes (C1, C2, C6 in docs/rules.md) and of calls that reveal or cost something. */
export const LIMITS = {
  codePerPerson: { name: 'code', most: 5, seconds: HOUR, gapSeconds: 30 },
  resendPerNetwork: { name: 'resend-network', most: 200, seconds: HOUR },
  resendHere: { name: 'resend', most: 5, seconds: HOUR, gapSeconds: 30 },
  failedSignInHere: { name: 'failed-here', most: 10, seconds: 15 * 60 },
  failedSignInAnywhere: { name: 'failed', most: 50, seconds: 15 * 60 },
  signInPerNetwork: { name: 'sign-in', most: 200, seconds: HOUR },
  registrationPerNetwork: { name: 'registration', most: 200, seconds: HOUR },
  wrongCodePerNetwork: { name: 'wrong-code', most: 200, seconds: HOUR },
  forgottenPerPerson: { name: 'forgotten', most: 5, seconds: HOUR },
  forgottenPerNetwork: { name: 'forgotten-network', most: 200, seconds: HOUR },
  enquiryPerNetwork: { name: 'enquiry', most: 60, seconds: HOUR },
  enquiryFilePerPerson: { name: 'enquiry-file', most: 30, seconds: 24 * HOUR },
  lookUpPerNetwork: { name: 'look-up', most: 200, seconds: HOUR },
  auditPackPerNetwork: { name: 'audit-pack-network', most: 60, seconds: HOUR },
  auditPackPerLink: { name: 'audit-pack', most: 30, seconds: HOUR },
  verifyPerNetwork: { name: 'verify', most: 120, seconds: HOUR },
  rebuildsPerPerson: { name: 'replay', most: 60, seconds: HOUR },
  verificationsPerPerson: { name: 'verification', most: 20, seconds: HOUR },
  estimatePerPerson: { name: 'estimate', most: 60, seconds: 60 },
  referralPerPerson: { name: 'referral', most: 60, seconds: HOUR },
  referralPerDay: { name: 'referral-day', most: 200, seconds: 24 * HOUR },
} as const satisfies Record<string, Limit>;

/** How long the network of a person's first request for a code is remembered; counts live as long. */
const FIRST_CODE_SECONDS = 24 * HOUR;

/** Prefix of the buckets of known networks. */
export const KNOWN_NETWORK_BUCKET = 'known';
/** Days for which a network stays known to a person without another sign-in from it. */
export const KNOWN_NETWORK_DAYS = 90;

/** Where an attempt waits for others that are being checked: how long on average, and how often. */
const WAIT_MS = 100;
const MAX_WAITS = 300;

interface Attempt {
  readonly bucket: string;
  readonly mark: string;
}

/** Counts that all processes share, in Postgres. The buckets are keyed hashes. */
export class Limits {
  constructor(
    private readonly db: Pool,
    private readonly keyedHash: (purpose: string, text: string) => string,
    /** Multiplies the counts, but not the gap. */
    private readonly scale: number,
    private readonly now: () => Date,
  ) {}

  /** A limit's count scaled by `RATE_LIMIT_SCALE`, at least 1. */
  scaled(most: number): number {
    return Math.max(1, Math.round(most * this.scale));
  }

  /** One attempt of a person, an address or a network. Returns a mark for `refund`. Throws `RateLimitExceeded`. */
  async consume(limit: Limit, who: string): Promise<string> {
    const mark = randomUUID();
    const most = this.scaled(limit.most);
    const { rows } = await this.db.query<{ wait: number }>(
      `select auth.take($1, $2, make_interval(secs => $3), make_interval(secs => $4), $5, $6) as wait`,
      [this.bucket(limit, who), most, limit.seconds, limit.gapSeconds ?? 0, this.now(), mark],
    );
    const wait = rows[0]?.wait ?? 0;
    if (wait > 0) throw new RateLimitExceeded(Math.ceil(wait));
    return mark;
  }

  /** Used for frequent attempts that are never given back (API keys). The window starts with its first call. */
  async consumeFixedWindow(limit: Limit, who: string): Promise<void> {
    const most = this.scaled(limit.most);
    const { rows } = await this.db.query<{ wait: number }>({
      name: 'auth.takeOften',
      text: `select auth."takeOften"($1, $2, make_interval(secs => $3), $4) as wait`,
      values: [this.bucket(limit, who), most, limit.seconds, this.now()],
    });
    const wait = rows[0]?.wait ?? 0;
    if (wait > 0) throw new RateLimitExceeded(Math.ceil(wait));
  }

  /** Refunds what `consume` took. */
  async refund(limit: Limit, who: string, mark: string): Promise<void> {
    await this.db.query('delete from auth.hits where bucket = $1 and mark = $2', [this.bucket(limit, who), mark]);
  }

  /**
   * An attempt of `who` (a person or an unknown name); a failed one counts (C6). Where only attempts that are being
   * checked are too many, it waits for them. Throws `RateLimitExceeded`; a refused attempt does not count.
   */
  async attempt(who: string, network: string, check: () => Promise<boolean>): Promise<boolean> {
    const attempts = [await this.beginAttempt(LIMITS.failedSignInHere, `${who} ${network}`)];
    // Failures from other networks must not lock a person out of an account that they use from this network.
    if (!(await this.isKnown(who, network))) {
      const anywhere = await this.beginAttempt(LIMITS.failedSignInAnywhere, who).catch(async (refusal) => {
        await this.withdraw(attempts);
        throw refusal;
      });
      attempts.push(anywhere);
    }
    if (await check()) {
      await this.withdraw(attempts);
      return true;
    }
    await this.db.query('update auth.hits set "isChecking" = false where mark = any($1) and bucket = any($2)', [
      attempts.map(({ mark }) => mark),
      attempts.map(({ bucket }) => bucket),
    ]);
    return false;
  }

  /** Records that a person registered, or entered the correct password, from a network. */
  async recordFirstCodeNetwork(person: string, network: string): Promise<void> {
    const hit = { bucket: this.firstCodeBucket(person, network), at: this.now(), mark: randomUUID() };
    await insertRows(this.db, 'auth.hits', [hit]);
  }

  /** Whether `recordFirstCodeNetwork` recorded this network for the person within a day. */
  async isFirstCodeNetwork(person: string, network: string): Promise<boolean> {
    const { rows } = await this.db.query(
      `select from auth.hits where bucket = $1 and at > $2::timestamptz - make_interval(secs => $3) limit 1`,
      [this.firstCodeBucket(person, network), this.now(), FIRST_CODE_SECONDS],
    );
    return rows.length > 0;
  }

  /** Records that a person authenticated from a network: by signing in, or by a link or code sent to them. */
  async recordKnownNetwork(person: string, network: string): Promise<void> {
    await this.db.query(
      `insert into auth.hits (bucket, at, mark) select $1, $2, $3
       where not exists (select from auth.hits where bucket = $1 and at > $2::timestamptz - interval '1 day')`,
      [this.knownNetworkBucket(person, network), this.now(), randomUUID()],
    );
  }

  /** Whether the person authenticated from this network in the last `KNOWN_NETWORK_DAYS` days. */
  async isKnown(person: string, network: string): Promise<boolean> {
    const { rows } = await this.db.query(
      `select from auth.hits where bucket = $1 and at > $2::timestamptz - make_interval(days => $3) limit 1`,
      [this.knownNetworkBucket(person, network), this.now(), KNOWN_NETWORK_DAYS],
    );
    return rows.length > 0;
  }

  /** Waits while only attempts that are being checked are too many. Throws `RateLimitExceeded`. */
  private async beginAttempt(limit: Limit, who: string): Promise<Attempt> {
    const attempt = { bucket: this.bucket(limit, who), mark: randomUUID() };
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const { rows } = await this.db.query<{ wait: number }>(
        `select auth."takeAttempt"($1, $2, make_interval(secs => $3), $4, $5) as wait`,
        [attempt.bucket, this.scaled(limit.most), limit.seconds, this.now(), attempt.mark],
      );
      const wait = rows[0]?.wait ?? 0;
      if (wait === 0) return attempt;
      if (wait > 0) throw new RateLimitExceeded(Math.ceil(wait));
      await pause((0.5 + Math.random()) * WAIT_MS);
    }
    throw new RateLimitExceeded(1);
  }

  private async withdraw(attempts: readonly Attempt[]): Promise<void> {
    await this.db.query('delete from auth.hits where mark = any($1) and bucket = any($2)', [
      attempts.map(({ mark }) => mark),
      attempts.map(({ bucket }) => bucket),
    ]);
  }

  /** The keyed hash under which codes store a network. */
  networkKey(network: string): string {
    return this.bucket({ name: 'network' }, network);
  }

  private knownNetworkBucket(person: string, network: string): string {
    return this.bucket({ name: KNOWN_NETWORK_BUCKET }, `${person} ${network}`);
  }

  private firstCodeBucket(person: string, network: string): string {
    return this.bucket({ name: 'begun' }, `${person} ${network}`);
  }

  private bucket(limit: Pick<Limit, 'name'>, who: string): string {
    return `${limit.name} ${this.keyedHash(`limit ${limit.name}`, who).slice(0, 32)}`;
  }
}
