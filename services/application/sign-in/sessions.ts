import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { KNOWN, KNOWN_DAYS } from './limits.ts';

/** A session dies after an hour without a call (specification, section 9), and after twelve hours in any case. */
export const IDLE_MS = 60 * 60_000;
const LONGEST_MS = 12 * 60 * 60_000;
/** How far `lastSeenAt` may lag behind: a write for every read would be dear. */
const TOUCH_MS = 30_000;

export interface SessionInfo {
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** Browser and system in words: `Chrome on Android`. */
  readonly device: string;
  /** The network, its last part left out: `41.13.7.*`. */
  readonly network: string;
}

/** Where somebody signs in from. */
export interface Origin {
  readonly device: string;
  readonly network: string;
}

const LIVE = `"endedAt" is null and "lastSeenAt" > $2::timestamptz - interval '60 minutes' and "createdAt" > $2::timestamptz - interval '12 hours'`;

/** Sessions known to the server: idle, ended or logged out, and the token is dead. */
export class Sessions {
  private readonly extending = new Set<string>();

  constructor(
    private readonly pool: Pool,
    private readonly now: () => Date,
  ) {}

  /** Opens one for a person (`agent-7`, `admin-1`). */
  async open(person: string, { device, network }: Origin): Promise<string> {
    const sessionId = randomUUID();
    await this.pool.query(
      `insert into auth.sessions ("sessionId", person, "createdAt", "lastSeenAt", device, network) values ($1, $2, $3, $3, $4, $5)`,
      [sessionId, person, this.now(), device, network],
    );
    return sessionId;
  }

  /**
   * Whose live session this is, or null; a live one lives on from now, but not for a call that a page made by itself
   * (`attended` false): nobody need be there.
   */
  async touch(sessionId: string, attended = true): Promise<string | null> {
    const now = this.now();
    const { rows } = await this.pool.query<{ person: string; lastSeenAt: Date }>({
      name: 'auth-session',
      text: `select person, "lastSeenAt" from auth.sessions where "sessionId" = $1 and ${LIVE}`,
      values: [sessionId, now],
    });
    const [session] = rows;
    if (!session) return null;
    if (attended && now.getTime() - session.lastSeenAt.getTime() > TOUCH_MS) await this.extendOnce(sessionId);
    return session.person;
  }

  /** Of calls that come at once one extends the session; the others need not queue for its row. */
  private async extendOnce(sessionId: string): Promise<void> {
    if (this.extending.has(sessionId)) return;
    this.extending.add(sessionId);
    try {
      await this.extend(sessionId);
    } finally {
      this.extending.delete(sessionId);
    }
  }

  /** Lets a session live on from now. */
  async extend(sessionId: string): Promise<void> {
    await this.pool.query(`update auth.sessions set "lastSeenAt" = $2 where "sessionId" = $1 and ${LIVE}`, [
      sessionId,
      this.now(),
    ]);
  }

  /** A person's live sessions, the one used last first. */
  async list(person: string): Promise<readonly SessionInfo[]> {
    const { rows } = await this.pool.query<SessionInfo>(
      `select "sessionId", "createdAt", "lastSeenAt", device, network from auth.sessions
       where person = $1 and ${LIVE} order by "lastSeenAt" desc`,
      [person, this.now()],
    );
    return rows;
  }

  /** Ends one session of a person; false where it is not there. Its proofs die with it. */
  async end(person: string, sessionId: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `with ended as (
         update auth.sessions set "endedAt" = $3 where person = $1 and "sessionId" = $2 and "endedAt" is null returning "sessionId"
       ), gone as (delete from auth.proofs where "sessionId" in (select "sessionId" from ended))
       select from ended`,
      [person, sessionId, this.now()],
    );
    return (rowCount ?? 0) > 0;
  }

  /** Ends all sessions of a person but one (all, when null): after a change of password or bank, a suspension, new rights. */
  async endOthers(person: string, except: string | null): Promise<void> {
    await this.pool.query(
      `with ended as (
         update auth.sessions set "endedAt" = $3
         where person = $1 and "endedAt" is null and "sessionId" is distinct from $2::uuid returning "sessionId"
       ) delete from auth.proofs where "sessionId" in (select "sessionId" from ended)`,
      [person, except, this.now()],
    );
  }

  /** Removes what is over for a month: sessions, codes, proofs and counts. */
  async prune(): Promise<void> {
    const now = this.now();
    await this.pool.query(`delete from auth.sessions where "lastSeenAt" < $1::timestamptz - interval '30 days'`, [now]);
    await this.pool.query(`delete from auth.codes where "sentAt" < $1::timestamptz - interval '30 days'`, [now]);
    await this.pool.query(`delete from auth.proofs where "expiresAt" < $1`, [now]);
    await this.pool.query(
      `delete from auth.hits
       where at < $1::timestamptz - case when bucket like '${KNOWN} %' then interval '${KNOWN_DAYS} days' else interval '1 day' end`,
      [now],
    );
  }
}

/** When a session that was used just now dies if nothing else is called. */
export const diesAt = (now: Date, createdAt: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, createdAt.getTime() + LONGEST_MS));
