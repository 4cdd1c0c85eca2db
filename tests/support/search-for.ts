import type { Redis } from 'ioredis';
import type pg from 'pg';

/** Encodings of a text to search for: plain, lower case, hex, and base64 at any offset. */
export function formsOf(text: string): string[] {
  const plain = [text, text.toLowerCase()];
  const encoded = plain.flatMap((one) => {
    const bytes = Buffer.from(one);
    const inBase64 = [0, 1, 2].map((before) => {
      // Neighbouring bytes change the outer base64 characters, so only the inner ones are searched.
      const whole = Buffer.concat([Buffer.alloc(before), bytes])
        .toString('base64')
        .replace(/=+$/, '');
      const from = Math.ceil((before * 8) / 6);
      return whole.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
    });
    return [bytes.toString('hex'), ...inBase64];
  });
  return [...new Set([...plain, ...encoded])].filter((form) => form.length >= 6 || plain.includes(form));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Finds the texts in a database: every row of every table, and Postgres's statistics. */
export async function foundInDatabase(db: pg.Pool, texts: readonly string[]): Promise<string[]> {
  const forms = texts.flatMap((text) => formsOf(text).map((form) => [text, form] as const));
  const { rows: tables } = await db.query<{ schema: string; table: string }>(
    `select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const places = tables.map(({ schema, table }) => `${quoted(schema)}.${quoted(table)}`);
  const found: string[] = [];
  for (const place of [...places, 'pg_stats']) {
    const { rows } = await db.query<{ text: string }>(
      `select distinct form.text from ${place} as t
       join unnest($1::text[], $2::text[]) as form(text, form) on strpos(t::text, form.form) > 0`,
      [forms.map(([text]) => text), forms.map(([, form]) => form)],
    );
    found.push(...rows.map(({ text }) => `${text} in ${place}`));
  }
  return found.sort();
}

/** Finds the texts in Redis, in keys of any type. */
export async function foundInRedis(redis: Redis, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const keys = await redis.keys('*');
  for (const key of keys) {
    const dump = (await redis.dumpBuffer(key)) ?? Buffer.alloc(0);
    const hash = await redis.hgetall(key).catch(() => ({}));
    found.push(...foundInText(`${key}\n${dump.toString('latin1')}\n${JSON.stringify(hash)}`, texts, key));
  }
  return found;
}

/** Finds the texts in a text. */
export const foundInText = (content: string, texts: readonly string[], place: string): string[] =>
  texts.filter((text) => formsOf(text).some((form) => content.includes(form))).map((text) => `${text} in ${place}`);
