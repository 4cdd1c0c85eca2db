import { hash } from 'node:crypto';
import type { Day } from '@fynbos/domain/calendar.ts';
import { escapeFormulas } from '@fynbos/domain/escape-formulas.ts';
import {
  JOURNAL_KINDS,
  type JournalKind,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  linesOf,
} from '@fynbos/domain/ledger/journal.ts';
import { type Chart, sageCode } from '@fynbos/domain/ledger-export/chart.ts';
import type { LedgerFile, LedgerSettings, LedgerSum, LedgerSystem } from '@fynbos/domain/ledger-export/events.ts';
import { type Cents, exactSum, plainRand } from '@fynbos/domain/money.ts';
import type { JournalRow } from '@fynbos/projections/journal/journal.ts';

/** One line of a day's double entry. Cents; either debit or credit is zero. */
export interface ExportLine {
  readonly day: Day;
  readonly kind: JournalKind;
  readonly account: LedgerAccount;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

/** A file for the company's ledger, with its content. */
export interface WrittenFile extends LedgerFile {
  readonly content: string;
}

const KINDS = Object.keys(JOURNAL_KINDS) as JournalKind[];
const sumOf = (rows: readonly JournalRow[], field: 'grossCents' | 'payeCents' | 'nettCents'): Cents =>
  exactSum(rows.map((row) => row[field]));

/** The double entries of journal rows, one per day and kind, in a fixed order. Each day balances (L12). */
export function exportLines(rows: readonly JournalRow[]): ExportLine[] {
  const days = [...Map.groupBy(rows, ({ bookedOn }) => bookedOn)].sort(([a], [b]) => (a < b ? -1 : 1));
  return days.flatMap(([day, own]) =>
    KINDS.flatMap((kind) => {
      const ofKind = own.filter((row) => row.kind === kind);
      const amounts = {
        grossCents: sumOf(ofKind, 'grossCents'),
        payeCents: sumOf(ofKind, 'payeCents'),
        nettCents: sumOf(ofKind, 'nettCents'),
      };
      return linesOf(kind, amounts).map((line) => ({ day, kind, ...line }));
    }),
  );
}

/** Debits and credits by day and account, ordered by both. */
export function exportSums(lines: readonly ExportLine[]): LedgerSum[] {
  const groups = Map.groupBy(lines, ({ day, account }) => `${day} ${LEDGER_ACCOUNTS[account].code}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => {
      const { day, account } = own[0] as ExportLine;
      return {
        day,
        account,
        debitCents: exactSum(own.map(({ debitCents }) => debitCents)),
        creditCents: exactSum(own.map(({ creditCents }) => creditCents)),
      };
    });
}

const [YEAR, MONTH, DATE] = [
  (day: Day) => day.slice(0, 4),
  (day: Day) => day.slice(5, 7),
  (day: Day) => day.slice(8),
] as const;
const slashed = (day: Day): string => `${DATE(day)}/${MONTH(day)}/${YEAR(day)}`;
const dotted = (day: Day): string => `${DATE(day)}.${MONTH(day)}.${YEAR(day)}`;
/** The same in every export of the day, so that a ledger or a person recognises a day that was posted before. */
const referenceOf = (day: Day): string => `FR-${day.replaceAll('-', '')}`;
const signed = ({ debitCents, creditCents }: ExportLine): string => plainRand(debitCents - creditCents);

interface Format {
  readonly ending: 'csv' | 'txt';
  readonly delimiter: string;
  readonly header: readonly string[] | null;
  /** Lines of a file at most, without the header. */
  readonly mostLines: number;
  cells(line: ExportLine, code: string, settings: LedgerSettings, item: number): readonly string[];
}

/**
 * The template that Xero describes for manual journals, with its limit of 300 lines
 * (help.xero.com/nz/ManualJournalsImport). One journal per narration and date; credits are negative.
 */
const XERO: Format = {
  ending: 'csv',
  delimiter: ',',
  header: [
    '*Narration',
    '*Date',
    'Description',
    '*AccountCode',
    '*TaxRate',
    '*Amount',
    'TrackingName1',
    'TrackingOption1',
    'TrackingName2',
    'TrackingOption2',
  ],
  mostLines: 300,
  cells: (line, code, { xeroTaxRate }) => [
    `Agent rewards ${referenceOf(line.day)}`,
    slashed(line.day),
    JOURNAL_KINDS[line.kind],
    code,
    xeroTaxRate,
    signed(line),
    '',
    '',
    '',
    '',
  ],
};

/** The period of a day in a financial year that begins with `firstMonth`, 1 to 12. */
const periodOf = (day: Day, firstMonth: number): number => ((Number(MONTH(day)) - firstMonth + 12) % 12) + 1;

/**
 * Sage Pastel Partner 14, 18 columns without a header (support.pastel.co.uk, "Importing General Ledger / Cashbook
 * Batches"). References have 8 characters, descriptions 36; credits are negative. No tax, project or contra account.
 */
const SAGE: Format = {
  ending: 'csv',
  delimiter: ',',
  header: null,
  mostLines: 5_000,
  cells: (line, code, { sageFirstMonth }) => [
    String(periodOf(line.day, sageFirstMonth)),
    slashed(line.day),
    'G',
    sageCode(code),
    `FR${line.day.slice(2).replaceAll('-', '')}`,
    JOURNAL_KINDS[line.kind].slice(0, 36),
    signed(line),
    '0',
    '0.00',
    '',
    '',
    '',
    '1',
    '1',
    '1',
    '0',
    '0.00',
    signed(line),
  ],
};

/**
 * SAP's technical names for document headers and items (BBKPF, BBSEG), by which upload programs and templates for FB50
 * and FB01 map. A document per day, at most 28 of its 999 items; posting key 40 is a debit, 50 a credit.
 */
const SAP: Format = {
  ending: 'txt',
  delimiter: '\t',
  header: [
    'BUKRS',
    'BLART',
    'BLDAT',
    'BUDAT',
    'WAERS',
    'XBLNR',
    'BKTXT',
    'BUZEI',
    'NEWBS',
    'HKONT',
    'WRBTR',
    'ZUONR',
    'SGTXT',
  ],
  mostLines: 50_000,
  cells: (line, code, { sapCompanyCode, sapDocumentType }, item) => [
    sapCompanyCode,
    sapDocumentType,
    dotted(line.day),
    dotted(line.day),
    'ZAR',
    referenceOf(line.day),
    'Agent rewards',
    String(item),
    line.debitCents > 0 ? '40' : '50',
    code,
    plainRand(line.debitCents + line.creditCents),
    referenceOf(line.day),
    JOURNAL_KINDS[line.kind],
  ],
};

const quoted = (cell: string, delimiter: string): string =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;

const FORMATS: Readonly<Record<LedgerSystem, Format>> = { xero: XERO, sage: SAGE, sap: SAP };

/** Days in parts that a file can hold. A day is never split, so that every file balances. */
function partsOf(lines: readonly ExportLine[], most: number): ExportLine[][] {
  const parts: ExportLine[][] = [];
  for (const [, own] of Map.groupBy(lines, ({ day }) => day)) {
    const last = parts.at(-1);
    if (last && last.length + own.length <= most) last.push(...own);
    else parts.push([...own]);
  }
  return parts;
}

/** The same lines and chart give the same bytes. Every account must be mapped (`checkChart`). */
export function ledgerFiles(system: LedgerSystem, { accounts, settings }: Chart, lines: readonly ExportLine[]) {
  const { ending, delimiter, header, mostLines, cells } = FORMATS[system];
  const parts = partsOf(lines, mostLines);
  return parts.map((part, at): WrittenFile => {
    const counts = new Map<Day, number>();
    const rows = part.map((line) => {
      const item = (counts.get(line.day) ?? 0) + 1;
      counts.set(line.day, item);
      // Amounts begin with a minus sign and are computed here; every other cell is protected against formulas.
      return cells(line, accounts[line.account]?.code ?? '', settings, item).map((cell) =>
        /^-?\d+\.\d\d$/.test(cell) ? cell : escapeFormulas(cell),
      );
    });
    const content = [...(header ? [header] : []), ...rows]
      .map((row) => `${row.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`)
      .join('');
    const [first, last] = [part[0]?.day ?? '', part.at(-1)?.day ?? ''];
    const number = parts.length > 1 ? `-${at + 1}-of-${parts.length}` : '';
    return {
      name: `journal-${system}-${first}-${last}${number}.${ending}`,
      sha256: hash('sha256', content),
      lines: part.length,
      content,
    };
  });
}
