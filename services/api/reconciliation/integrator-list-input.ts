import { pipeline } from 'node:stream/promises';
import { isCompared, LIST_COLUMNS } from '@fynbos/application/reconciliation/compare-list.ts';
import type { ListLine } from '@fynbos/application/reconciliation/list-store.ts';
import { type DomainError, fieldError } from '@fynbos/domain/errors.ts';
import { CsvError, type Info, parse } from 'csv-parse';
import type { Request } from 'express';
import { HttpRefusal } from '../http/problem.ts';
import { bodyOf } from '../ndjson/body.ts';

/** A million events are about 300 MB of CSV. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;
const MAX_LINES = 1_000_000;
const MAX_LINE_BYTES = 16 * 1024;
const BATCH = 1_000;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

const invalid = (message: string): DomainError => fieldError('integrator-list.form', 'list', message);

function columnsOf(header: readonly string[]): string[] {
  const columns = header.map((cell) => cell.trim());
  if (!columns.includes('eventId')) throw invalid('The list has no column eventId.');
  const unknown = columns.find((column) => !LIST_COLUMNS.includes(column));
  if (unknown !== undefined)
    throw invalid(`There is no field ${unknown.slice(0, 64)}. Fields are named as they are sent.`);
  if (new Set(columns).size !== columns.length) throw invalid('A column is in the list twice.');
  return columns;
}

/**
 * Reads in bounded memory: columns, then batches of a thousand lines. `eventId` is empty for an unreadable line. Throws
 * 413 above 256 MiB or a million lines, 415 for other content, and 422 for an invalid list.
 */
export async function readList(
  request: Request,
  began: (columns: readonly string[]) => Promise<void>,
  take: (lines: readonly ListLine[]) => Promise<void>,
): Promise<number> {
  if (!request.is('text/csv')) throw new HttpRefusal(415, 'content-type', 'Send the list as text/csv.');
  let columns: string[] | null = null;
  let count = 0;
  let batch: ListLine[] = [];
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  });
  try {
    await pipeline(
      bodyOf(request, MAX_FILE_BYTES),
      parser,
      async (records: AsyncIterable<{ record: string[]; info: Info }>) => {
        for await (const { record, info } of records) {
          if (columns === null) {
            columns = columnsOf(record);
            await began(columns);
            continue;
          }
          if (++count > MAX_LINES) throw new HttpRefusal(413, 'too-large', `A list has at most ${MAX_LINES} lines.`);
          batch.push(lineOf(columns, record, info.lines));
          if (batch.length < BATCH) continue;
          await take(batch);
          batch = [];
        }
      },
    );
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`Line ${error.lines ?? '?'} is not valid CSV.`);
    throw error;
  }
  if (columns === null) throw invalid('The list is empty: its first line names the columns.');
  if (batch.length > 0) await take(batch);
  return count;
}

function lineOf(columns: readonly string[], record: readonly string[], line: number): ListLine {
  const all = Object.fromEntries(columns.map((column, index) => [column, (record[index] ?? '').replaceAll('\0', '')]));
  const isComplete = record.length === columns.length;
  const eventId = (all.eventId ?? '').trim().toLowerCase();
  // Drivers' names are not stored. An incomplete line may have the name in any column, so it is not stored at all.
  const comparedCells = isComplete ? Object.entries(all).filter(([column]) => isCompared(column)) : [];
  return { line, eventId: isComplete && UUID.test(eventId) ? eventId : '', cells: Object.fromEntries(comparedCells) };
}
