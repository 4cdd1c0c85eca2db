import { StoreUnavailable } from '@fynbos/event-store/port.ts';
import { agents } from '@fynbos/projections/agents/agents.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import { dropSchema } from '@fynbos/projections/engine/rebuild/blue-green.ts';
import { dropScratch } from '@fynbos/projections/engine/rebuild/rebuild.ts';
import { enquiries } from '@fynbos/projections/enquiries/enquiries.ts';
import { referrals } from '@fynbos/projections/referrals/referrals.ts';
import type pg from 'pg';
import type { PersonalIdentifiers } from './personal-records.ts';

/** The read models that contain decrypted personal data. */
export const PERSONAL_READ_MODELS = [agents, enquiries, referrals];

/** The tables with a person's sign-ins. No data backup contains them. */
export const SIGN_IN_TABLES = ['auth.sessions', 'auth.codes', 'auth.proofs', 'auth.devices'];

/** Deletes a person's sign-ins. The tables belong to the API; rate-limit counts do not identify a person. */
export async function eraseSignIns(db: pg.Pool, person: string): Promise<void> {
  await db.query(
    `delete from auth.proofs where "sessionId" in (select "sessionId" from auth.sessions where person = $1)`,
    [person],
  );
  for (const table of ['sessions', 'codes', 'devices'])
    await db.query(`delete from auth.${table} where person = $1`, [person]);
}

/** Deletes pending notices and, in the development inbox, messages to or about the person. */
export async function eraseNotices(db: pg.Pool, person: string, identifiers: PersonalIdentifiers): Promise<void> {
  await db.query(
    `update notices.notices set state = 'dropped' where "streamId" = $1 and state in ('queued', 'sending', 'dead')`,
    [person],
  );
  const words = [...identifiers.emails, ...identifiers.cellNumbers, ...identifiers.names].map((word) =>
    word.toLowerCase(),
  );
  await db.query(
    `delete from notices."devInbox" where exists (
       select from unnest($1::text[]) as word
       where strpos(lower("to"), word) > 0 or strpos(lower(subject), word) > 0
         or strpos(lower(text), word) > 0 or strpos(lower(coalesce(html, '')), word) > 0)`,
    [words],
  );
}

/** As-of views and replaced read models: they contain earlier data. Throws while a reader holds one. */
export async function eraseViews(db: pg.Pool): Promise<void> {
  const names = PERSONAL_READ_MODELS.map(({ name }) => name);
  const { rows: views } = await db.query<{ id: string; projection: string; schema: string }>(
    `select id, projection, schema from engine.replays where schema is not null and "asOf" is not null and projection = any($1)`,
    [names],
  );
  let areGone = true;
  for (const view of views) areGone = (await dropScratch(db, view)) && areGone;
  const { rows: old } = await db.query<{ schema: string }>(
    `select nspname as schema from pg_namespace where nspname like 'rm\\_%\\_\\_old\\_%'`,
  );
  for (const { schema } of old) areGone = (await dropSchema(db, schema)) && areGone;
  if (!areGone) throw new StoreUnavailable('a view with earlier data is in use');
}

/** Removes Postgres's own traces of deleted rows: dead rows, and column samples in its statistics. */
export async function eraseDeletedRowTraces(db: pg.Pool): Promise<void> {
  const tables = [
    ...PERSONAL_READ_MODELS.map((readModel) => readModelTable(readModel).sql),
    'notices.notices',
    'notices."devInbox"',
    ...SIGN_IN_TABLES,
  ];
  for (const table of tables) await db.query(`vacuum (analyze) ${table}`);
}
