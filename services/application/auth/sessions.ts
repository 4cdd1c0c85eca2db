import { randomUUID } from 'node:crypto';
import { insertRows } from '@fynbos/platform/postgres.ts';
import type { Pool } from 'pg';
import { z } from 'zod';
import { KNOWN_NETWORK_BUCKET, KNOWN_NETWORK_DAYS } from './limits.ts';

/** A session expires after an hour without a call (specification, section 9), and after twelve hours in any case. */
const MAX_IDLE_MS = 60 * 60_000;
const MAX_SESSION_MS = 12 * 60 * 60_000;
/** How far `lastSeenAt` may lag, so that a read does not always cause a write. */
const TOUCH_MS = 30_000;
const LAST_REVISION = 2 ** 31 - 1;

export const sessionRow = z.object({
  sessionId: z.uuid(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  /** Browser and operating system: `Chrome on Android`. */
  device: z.string(),
  /** The network without its last part: `41.13.7.*`. */
  network: z.string(),
});
type SessionRow = z.output<typeof sessionRow>;

export interface Origin {
  readonly device: string;
  readonly network: string;
}

const IS_LIVE = `"endedAt" is null and "lastSeenAt" > $2::timestamptz - interval '${MAX_IDLE_MS} milliseconds' and "createdAt" > $2::timestamptz - interval '${MAX_SESSION_MS} milliseconds'`;

/** Sessions stored on the server. Once a session is idle, ended or logged out, its token is invalid. */
export class Sessions {
  private readonly extending = new Set<string>();

  constructor(
    private readonly db: Pool,
    private readonly now: () => Date,
  ) {}

  /** Opens a session for a person (`agent-7`, `admin-1`). `recordSignIn` follows once the sign-in is stored. */
  async open(person: string, { device, network }: Origin): Promise<string> {
    const sessionId = randomUUID();
    const now = this.now();
    await insertRows(this.db, 'auth.sessions', [
      { sessionId, person, createdAt: now, lastSeenAt: now, device, network },
    ]);
    return sessionId;
  }

  /** The revision in the person's stream. The session lives again if `endOthers` ended it for an earlier change. */
  async recordSignIn(sessionId: string, revision: number): Promise<void> {
    await this.db.query(
      `update auth.sessions set revision = $2, "endedAt" = case when revision < $2 then null else "endedAt" end
       where "sessionId" = $1`,
      [sessionId, revision],
    );
  }

  /** Null if it is not live. Extends it, except for an automatic call (`attended` false): no person may be present. */
  async touch(sessionId: string, attended = true): Promise<string | null> {
    const now = this.now();
    const { rows } = await this.db.query<{ person: string; lastSeenAt: Date }>({
      name: 'auth-session',
      text: `select person, "lastSeenAt" from auth.sessions where "sessionId" = $1 and ${IS_LIVE}`,
      values: [sessionId, now],
    });
    const [session] = rows;
    if (!session) return null;
    if (attended && now.getTime() - session.lastSeenAt.getTime() > TOUCH_MS) await this.extendOnce(sessionId);
    return session.person;
  }

  /** Only one of concurrent calls extends the session; the others do not wait for its row. */
  private async extendOnce(sessionId: string): Promise<void> {
    if (this.extending.has(sessionId)) return;
    this.extending.add(sessionId);
    try {
      await this.extend(sessionId);
    } finally {
      this.extending.delete(sessionId);
    }
  }

  async extend(sessionId: string): Promise<void> {
    await this.db.query(`update auth.sessions set "lastSeenAt" = $2 where "sessionId" = $1 and ${IS_LIVE}`, [
      sessionId,
      this.now(),
    ]);
  }

  /** A person's live sessions, the most recently used first. */
  async list(person: string): Promise<readonly SessionRow[]> {
    const { rows } = await this.db.query<SessionRow>(
      `select "sessionId", "createdAt", "lastSeenAt", device, network from auth.sessions
       where person = $1 and ${IS_LIVE} order by "lastSeenAt" desc, "sessionId"`,
      [person, this.now()],
    );
    return rows;
  }

  /** Ends one session of a person and its proofs. Returns false if the session does not exist. */
  async end(person: string, sessionId: string): Promise<boolean> {
    const { rowCount } = await this.db.query(
      `with ended as (
         update auth.sessions set "endedAt" = $3 where person = $1 and "sessionId" = $2 and "endedAt" is null returning "sessionId"
       ), gone as (delete from auth.proofs where "sessionId" in (select "sessionId" from ended))
       select from ended`,
      [person, sessionId, this.now()],
    );
    return (rowCount ?? 0) > 0;
  }

  /**
   * Ends all but one (all if null), and the remembered devices: after a change of password, bank account or rights.
   * `before`: only sessions that signed in at an earlier revision, or at none yet. They store this revision.
   */
  async endOthers(person: string, except: string | null, before = LAST_REVISION): Promise<void> {
    await this.db.query(
      `with ended as (
         update auth.sessions set "endedAt" = coalesce("endedAt", $3), revision = $4
         where person = $1 and "sessionId" is distinct from $2::uuid and coalesce(revision, -1) < $4
         returning "sessionId"
       ), forgotten as (delete from auth.devices where person = $1 and coalesce(revision, -1) < $4)
       delete from auth.proofs where "sessionId" in (select "sessionId" from ended)`,
      [person, except, this.now(), before],
    );
  }

  /** Deletes sessions, codes, proofs and counts that ended a month ago. */
  async prune(): Promise<void> {
    const now = this.now();
    await this.db.query(`delete from auth.sessions where "lastSeenAt" < $1::timestamptz - interval '30 days'`, [now]);
    await this.db.query(`delete from auth.codes where "sentAt" < $1::timestamptz - interval '30 days'`, [now]);
    await this.db.query(`delete from auth.proofs where "expiresAt" < $1`, [now]);
    await this.db.query('delete from auth.devices where "expiresAt" < $1', [now]);
    await this.db.query(`delete from auth."answeredChallenges" where "expiresAt" < $1`, [now]);
    await this.db.query(
      `delete from auth.hits
       where at < $1::timestamptz - case when bucket like '${KNOWN_NETWORK_BUCKET} %' then interval '${KNOWN_NETWORK_DAYS} days' else interval '1 day' end`,
      [now],
    );
  }
}

/** When a session used just now expires without another call. */
export const sessionExpiresAt = (now: Date, createdAt: Date): Date =>
  new Date(Math.min(now.getTime() + MAX_IDLE_MS, createdAt.getTime() + MAX_SESSION_MS));
