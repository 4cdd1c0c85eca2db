import type { Pool } from 'pg';
import type { Channel } from './notices.ts';

/** A message as shown in the development inbox. */
export interface InboxMessage {
  readonly to: string;
  readonly channel: Channel;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly sentAt: Date;
}

/** Stores a sent message in readable form. Never called in production. */
export async function recordInInbox(
  db: Pool,
  { to, channel, subject, text, html, sentAt }: InboxMessage,
): Promise<void> {
  await db.query(
    `insert into notices."devInbox" ("to", channel, subject, text, html, "sentAt") values ($1, $2, $3, $4, $5, $6)`,
    [to, channel, subject, text, html, sentAt],
  );
}

/** Sent messages, newest first, at most 200; only those to `to` if it is given. */
export async function readInbox(db: Pool, to: string | undefined): Promise<readonly InboxMessage[]> {
  const { rows } = await db.query<InboxMessage>(
    `select "to", channel, subject, text, html, "sentAt" from notices."devInbox"
     where $1::text is null or lower("to") = lower($1) order by id desc limit 200`,
    [to ?? null],
  );
  return rows;
}
