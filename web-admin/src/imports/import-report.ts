import type { ImportAnswer, ImportAnswerLine } from '@fynbos/api/imports/answers.ts';
import { escapeFormulas } from '@fynbos/domain/escape-formulas.ts';

export const RESULTS = ['recorded', 'duplicate', 'conflict', 'rejected', 'unavailable'] as const;
type Result = ImportAnswer['result'];

/** A line that needs attention: refused, or accepted with a warning. */
interface ReportLine {
  /** Line number counted from 1, including blank lines, as an editor shows it. */
  readonly line: number;
  readonly type: string;
  readonly result: Result;
  readonly notes: NonNullable<ImportAnswer['errors']>;
}

/** State of an import, running or finished. */
export interface Report {
  readonly counts: Readonly<Record<Result, number>>;
  readonly answered: number;
  /** At most `MAX_STORED_RESULTS` lines; `more` counts those left out. */
  readonly lines: readonly ReportLine[];
  readonly more: number;
  /** Whether the summary has arrived, so that every line has a result. */
  readonly isComplete: boolean;
  /** The server's reason for aborting the import; null when it did not abort. */
  readonly error: string | null;
}

/** Maximum number of lines kept for the page and the report. */
const MAX_STORED_RESULTS = 5_000;

/** Parses the streamed results of an import, in chunks of any size. */
export class ReportReader {
  private partial = '';
  private readonly counts: Record<Result, number> = {
    recorded: 0,
    duplicate: 0,
    conflict: 0,
    rejected: 0,
    unavailable: 0,
  };
  private readonly lines: ReportLine[] = [];
  private answered = 0;
  private more = 0;
  private isComplete = false;
  private error: string | null = null;

  take(text: string): void {
    const lines = (this.partial + text).split('\n');
    this.partial = lines.pop() ?? '';
    for (const line of lines) if (line !== '') this.line(JSON.parse(line));
  }

  report(): Report {
    const { counts, answered, lines, more, isComplete, error } = this;
    return { counts: { ...counts }, answered, lines: [...lines], more, isComplete, error };
  }

  private line(value: ImportAnswerLine): void {
    if ('summary' in value) {
      this.isComplete = true;
      this.error = value.error ?? null;
      return;
    }
    const { index, type = '', result, errors = [], warnings = [] } = value;
    this.answered++;
    this.counts[result]++;
    const notes = [...errors, ...warnings];
    if (notes.length === 0 && (result === 'recorded' || result === 'duplicate')) return;
    if (this.lines.length < MAX_STORED_RESULTS) this.lines.push({ line: index + 1, type, result, notes });
    else this.more++;
  }
}

/** Quotes a CSV cell so that a spreadsheet does not read it as a formula. */
const cell = (value: string | number): string => {
  const text = String(value);
  const harmless = typeof value === 'string' ? escapeFormulas(text) : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** Formats the lines of a report as CSV, one row per note. */
export function reportCsv(lines: readonly ReportLine[]): string {
  const rows = lines.flatMap(({ line, type, result, notes }) =>
    (notes.length > 0 ? notes : [{ path: '', message: '' }]).map(({ path, message }) =>
      [line, type, result, path, message].map(cell).join(','),
    ),
  );
  return `line,type,result,field,message\n${rows.join('\n')}${rows.length > 0 ? '\n' : ''}`;
}
