import { harmlessCell } from '@fynbos/domain/harmless-cell.ts';

/** What a line of an import was answered. */
interface LineAnswer {
  readonly index: number;
  readonly type?: string;
  readonly result: Result;
  readonly errors?: readonly LineNote[];
  readonly warnings?: readonly LineNote[];
}

interface LineNote {
  readonly path: string;
  readonly message: string;
}

export const RESULTS = ['recorded', 'duplicate', 'conflict', 'rejected', 'unavailable'] as const;
type Result = (typeof RESULTS)[number];

/** A line that wants a look: refused, or taken with a warning. */
interface ReportLine {
  /** As an editor counts, from 1, blank lines passed over. */
  readonly line: number;
  readonly type: string;
  readonly result: Result;
  readonly notes: readonly LineNote[];
}

/** How an import stands, or how it ended. */
export interface Report {
  readonly counts: Readonly<Record<Result, number>>;
  readonly answered: number;
  /** At most `MOST_KEPT`; `more` says how many further there were. */
  readonly lines: readonly ReportLine[];
  readonly more: number;
  /** Whether the summary came, so that every line was answered. */
  readonly isWhole: boolean;
  /** Why the server broke off, where it did. */
  readonly error: string | null;
}

/** Lines kept for the page and the report; a file of which more is wrong is wrong as a whole. */
const MOST_KEPT = 5_000;

/** Reads the answers of an import as they come in, in pieces of any size. */
export class ReportReader {
  private partial = '';
  private readonly counts: Record<Result, number> = {
    ...{ recorded: 0, duplicate: 0, conflict: 0, rejected: 0, unavailable: 0 },
  };
  private readonly lines: ReportLine[] = [];
  private answered = 0;
  private more = 0;
  private isWhole = false;
  private error: string | null = null;

  /** Takes a further piece of the answer. */
  take(text: string): void {
    const lines = (this.partial + text).split('\n');
    this.partial = lines.pop() ?? '';
    for (const line of lines) if (line !== '') this.line(JSON.parse(line));
  }

  report(): Report {
    const { counts, answered, lines, more, isWhole, error } = this;
    return { counts: { ...counts }, answered, lines: [...lines], more, isWhole, error };
  }

  private line(value: LineAnswer | { readonly summary: object; readonly error?: string }): void {
    if ('summary' in value) {
      this.isWhole = true;
      this.error = value.error ?? null;
      return;
    }
    const { index, type = '', result, errors = [], warnings = [] } = value;
    this.answered++;
    this.counts[result]++;
    const notes = [...errors, ...warnings];
    if (notes.length === 0 && (result === 'recorded' || result === 'duplicate')) return;
    if (this.lines.length < MOST_KEPT) this.lines.push({ line: index + 1, type, result, notes });
    else this.more++;
  }
}

/** A cell that no spreadsheet takes for a formula, quoted. */
const cell = (value: string | number): string => {
  const text = String(value);
  const harmless = typeof value === 'string' ? harmlessCell(text) : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

/** The lines of a report as CSV, a row for each note. */
export function reportCsv(lines: readonly ReportLine[]): string {
  const rows = lines.flatMap(({ line, type, result, notes }) =>
    (notes.length > 0 ? notes : [{ path: '', message: '' }]).map(({ path, message }) =>
      [line, type, result, path, message].map(cell).join(','),
    ),
  );
  return `line,type,result,field,message\n${rows.join('\n')}${rows.length > 0 ? '\n' : ''}`;
}
