import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type ProjectionInstance, qualifiedTable, quoted } from '../projection-instance.ts';
import { type Row, sqlOf } from '../table.ts';

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] as string) : text;

/** Characters of text sent to Postgres in one chunk. */
const CHUNK_LENGTH = 256 * 1024;

/** The rows must not exist yet. As an insert from JSON, a few times as fast. */
export async function copyRows(
  client: pg.ClientBase,
  instance: ProjectionInstance,
  rows: readonly Row[],
): Promise<void> {
  const { columns } = sqlOf(instance);
  const isJson = columns.map((name) => /^jsonb?\b/i.test(String(instance.projection.columns[name])));
  const stream = client.query(
    copyFrom(`copy ${qualifiedTable(instance)} (${columns.map(quoted).join(', ')}) from stdin`),
  );
  const ended = once(stream, 'finish');
  // Awaited at the end; an earlier rejection must not end the process.
  ended.catch(() => undefined);
  let text = '';
  for (const row of rows) {
    for (let at = 0; at < columns.length; at++) {
      const value = row[columns[at] as string];
      if (at > 0) text += '\t';
      if (value === null || value === undefined) text += '\\N';
      else if (typeof value === 'number' && !isJson[at]) text += value;
      else if (typeof value === 'string' && !isJson[at]) text += escaped(value);
      else text += escaped(asJsonText(value, isJson[at] === true));
    }
    text += '\n';
    if (text.length > CHUNK_LENGTH) {
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), ended]);
      text = '';
    }
  }
  stream.end(text);
  await ended;
}

/** As `json_to_recordset`: JSON for JSON columns, for others JSON without a string's quotes. */
function asJsonText(value: unknown, isJson: boolean): string {
  const json = JSON.stringify(value);
  return !isJson && json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
