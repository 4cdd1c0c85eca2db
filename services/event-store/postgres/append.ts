import type pg from 'pg';
import { type AppendOutcome, type StreamAppend, WrongExpectedRevision } from '../port.ts';
import { positionOf } from './position.ts';

const APPEND = {
  name: 'eventstore.append',
  text: `select outcome, revision, epoch::text, "transactionId"::text, position::text
    from eventstore.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  rowMode: 'array' as const,
};
/** A character that JSON text never contains unescaped. */
const SEPARATOR = '\u001e';

/** At least one element. The driver's own conversion applies several regular expressions to each. */
const plainArray = (values: readonly number[]): string => `{${values.join(',')}}`;
const textArray = (values: readonly string[]): string => `{"${values.map(escaped).join('","')}"}`;
const escaped = (value: string): string => (/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value);

type Row = [outcome: string, revision: number | null, epoch: string, transactionId: string, position: string];

export async function appendInOneCall(
  db: Pick<pg.ClientBase, 'query'>,
  batch: readonly StreamAppend[],
): Promise<readonly AppendOutcome[]> {
  const streamOf: number[] = [];
  const ordinals: number[] = [];
  const ids: string[] = [];
  const types: string[] = [];
  const recordedAts: string[] = [];
  const dataTexts: string[] = [];
  const metadataTexts: string[] = [];
  batch.forEach(({ events, hints }, index) => {
    events.forEach((event, ordinal) => {
      const text = hints?.texts?.[ordinal];
      streamOf.push(index + 1);
      ordinals.push(ordinal);
      ids.push(event.id);
      types.push(event.type);
      recordedAts.push(event.metadata.recordedAt);
      dataTexts.push(text?.data ?? JSON.stringify(event.data));
      metadataTexts.push(text?.metadata ?? JSON.stringify(event.metadata));
    });
  });
  const { rows } = await db.query<Row>({
    ...APPEND,
    values: [
      textArray(batch.map((entry) => entry.streamId)),
      plainArray(batch.map((entry) => (entry.expected === 'no-stream' ? -1 : entry.expected))),
      plainArray(batch.map((entry) => entry.events.length)),
      plainArray(streamOf),
      plainArray(ordinals),
      textArray(ids),
      textArray(types),
      textArray(recordedAts),
      dataTexts.join(SEPARATOR),
      metadataTexts.join(SEPARATOR),
    ],
  });
  return rows.map(([outcome, revision, epoch, transactionId, position], index) => {
    const entry = batch[index] as StreamAppend;
    if (outcome === 'conflict' || revision === null) {
      return { ok: false, conflict: new WrongExpectedRevision(entry.streamId, entry.expected, revision) };
    }
    const at = positionOf(epoch, transactionId, position);
    return { ok: true, revision, position: at, repeated: outcome === 'repeated' };
  });
}
