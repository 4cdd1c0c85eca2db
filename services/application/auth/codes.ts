import { randomUUID } from 'node:crypto';
import type { OtpPurpose } from '@fynbos/domain/agent/events.ts';
import { sameText, type Tokens } from '@fynbos/platform/crypto/tokens.ts';
import type { Pool } from 'pg';
import { type Channel, CODE_TTL_MS, type Notices } from '../notices/notices.ts';
import { LIMITS, type Limits } from './limits.ts';

/** Specification section 8, OTP. */
export const OTP_SENT = 'Otp sent successfully';
export const INVALID_OTP = 'Invalid OTP. Please try again.';
export const OTP_CONTACT_MISSING = 'Missing email or phone number.';

/** E is mail, anything else SMS (specification, section 9). */
export const channelOf = (communicationMethod: string): Channel => (communicationMethod === 'E' ? 'email' : 'sms');

export const STEP_UPS = ['personal', 'password', 'banking', 'deletion', 'passkeys'] as const;
export type StepUp = (typeof STEP_UPS)[number];

/** Wrong attempts that a code allows. */
export const MAX_CODE_ATTEMPTS = 5;

export interface Issue {
  /** The agent's stream id. */
  readonly person: string;
  readonly purpose: OtpPurpose;
  readonly channel: Channel;
  /** Absent for a resend, which a stranger can request; it keeps the network of the previous code. */
  readonly network?: string;
  /** The session of a step-up. */
  readonly sessionId?: string;
  /** When the password was last correct, for sign-in codes; a resend keeps it. */
  readonly passwordAt?: Date;
  /** The version of the correct password, for sign-in codes. */
  readonly passwordVersion?: number;
  readonly correlationId: string;
}

export interface CodeEntry {
  /** The agent's stream id; null for an unknown e-mail address. The work is the same, and no code is correct. */
  readonly person: string | null;
  readonly purposes: readonly OtpPurpose[];
  readonly otp: string;
  readonly sessionId: string | null;
}

interface LiveCode {
  readonly codeId: string;
  readonly purpose: OtpPurpose;
  readonly passwordVersion: number | null;
  /** Whether the caller is on the network that requested the code. */
  readonly isHere: boolean;
}

/** A correct code: its purpose and, for a sign-in, the version of the password entered before it. */
export type RightCode = Pick<LiveCode, 'codeId' | 'purpose' | 'passwordVersion'>;

/** The result of entering a code. `exhausted`: the codes that have no attempts left after this entry. */
type EnteredResult =
  | { readonly right: RightCode }
  | { readonly right: null; readonly exhausted: readonly Pick<LiveCode, 'codeId' | 'purpose'>[] };

interface LastSignIn extends Pick<LiveCode, 'passwordVersion'> {
  readonly passwordAt: Date;
  readonly channel: Channel;
}

/** One-time codes. The worker that sends a code derives it from its id; it is never stored. */
export class Codes {
  constructor(
    private readonly db: Pool,
    private readonly tokens: Tokens,
    private readonly limits: Limits,
    private readonly notices: Notices,
    private readonly now: () => Date,
  ) {}

  /** Ends the previous one for the purpose. Throws `RateLimitExceeded` within 30 seconds or after five in an hour. */
  async issue({ person, purpose, channel, network, sessionId, correlationId, ...password }: Issue): Promise<void> {
    await this.limits.consume(LIMITS.codePerPerson, `${person} ${purpose}`);
    const codeId = randomUUID();
    const now = this.now();
    await this.db.query(
      `with older as (update auth.codes set "endedAt" = $6 where person = $2 and purpose = $3 and "endedAt" is null)
       insert into auth.codes
         ("codeId", person, purpose, "sessionId", "passwordAt", "sentAt", "expiresAt", channel, "passwordVersion", network)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10,
         (select network from auth.codes where person = $2 and purpose = $3 order by "sentAt" desc limit 1)))`,
      [
        codeId,
        person,
        purpose,
        sessionId ?? null,
        password.passwordAt ?? null,
        now,
        new Date(now.getTime() + CODE_TTL_MS),
        channel,
        password.passwordVersion ?? null,
        network === undefined ? null : this.limits.networkKey(network),
      ],
    );
    const notice = { noticeId: codeId, kind: 'code', channel, audience: 'current', streamId: person } as const;
    await this.notices.add([{ ...notice, eventId: null, detail: purpose, correlationId }], now);
  }

  /**
   * A correct code is used up. A wrong one costs an attempt on each live code that the caller could have meant. A
   * step-up code belongs to its session. Others allow `MAX_CODE_ATTEMPTS` attempts from the network that requested
   * them, and as many from all others together, so that a stranger cannot use up the owner's attempts.
   */
  async verify({ person, purposes, otp, sessionId }: CodeEntry, network: string): Promise<EnteredResult> {
    const now = this.now();
    const client = await this.db.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<LiveCode>(
        `select "codeId", purpose, "passwordVersion", coalesce(network = $3, true) as "isHere" from auth.codes
         where person = $1 and "endedAt" is null and "expiresAt" > $2
           and ("sessionId" is null or "sessionId" = $4)
           and case when coalesce(network = $3, true) then tries else "triesElsewhere" end < ${MAX_CODE_ATTEMPTS}
         order by "codeId" for update`,
        [person ?? 'nobody', now, this.limits.networkKey(network), sessionId],
      );
      const mine = rows.filter((one) => purposes.includes(one.purpose));
      const right = mine.filter((one) => sameText(this.tokens.code(one.codeId), otp))[0];
      if (right) await client.query('update auth.codes set "endedAt" = $2 where "codeId" = $1', [right.codeId, now]);
      const updated = right
        ? []
        : (
            await client.query<LiveCode & { attempts: number }>(
              `update auth.codes c set tries = tries + t."isHere"::int, "triesElsewhere" = "triesElsewhere" + (not t."isHere")::int
               from unnest($1::uuid[], $2::boolean[]) as t("codeId", "isHere") where c."codeId" = t."codeId"
               returning c."codeId", purpose, case when t."isHere" then tries else "triesElsewhere" end as attempts`,
              [rows.map((one) => one.codeId), rows.map((one) => one.isHere)],
            )
          ).rows;
      await client.query('commit');
      client.release();
      return right ? { right } : { right: null, exhausted: updated.filter((one) => one.attempts >= MAX_CODE_ATTEMPTS) };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Ends a person's live sign-in codes, because the password that preceded them is no longer valid. */
  async endSignIns(person: string): Promise<void> {
    await this.db.query(
      `update auth.codes set "endedAt" = $2 where person = $1 and purpose = 'sign-in' and "endedAt" is null`,
      [person, this.now()],
    );
  }

  /** It followed a correct password within ten minutes, or null. A resend requires it and uses the same channel. */
  async lastSignIn(person: string): Promise<LastSignIn | null> {
    const { rows } = await this.db.query<LastSignIn>(
      `select "passwordAt", "passwordVersion", channel from auth.codes
       where person = $1 and purpose = 'sign-in' and "passwordAt" > $2 order by "sentAt" desc limit 1`,
      [person, new Date(this.now().getTime() - CODE_TTL_MS)],
    );
    return rows[0] ?? null;
  }
}
