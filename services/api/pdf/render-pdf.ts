import { drawCode, drawFooters, drawLetterhead, type Sender } from './decoration.ts';
import { type Face, newDocument } from './document.ts';
import { drawFacts, type Fact, type PdfColumn, Table } from './table.ts';
import {
  BODY_SIZE,
  BRAND_COLOUR,
  DANGER_COLOUR,
  DENSE_SIZE,
  MARGIN,
  NOTE_SIZE,
  QUIET_COLOUR,
  type Role,
  TEXT_COLOUR,
  TINT_COLOUR,
  Writer,
} from './writer.ts';

/** A section of a document: text, facts, and a table that repeats its head on each page. */
export interface PdfSection {
  readonly heading?: string;
  readonly text?: string;
  readonly facts?: readonly Fact[];
  readonly table?: {
    readonly columns: readonly PdfColumn[];
    readonly rows: readonly (readonly string[])[];
    /** A line of text below each row, as wide as the table. */
    readonly notes?: readonly string[];
    readonly totals?: readonly string[];
    /** Smaller text, for tables with many columns. */
    readonly isDense?: boolean;
    /** The text of a table without rows; "None." by default. */
    readonly empty?: string;
  };
}

export interface PdfContent {
  readonly programme: string;
  readonly title: string;
  /** The line below the title: the subject, and the day on which the document was made. */
  readonly about: string;
  /** Makes the head of the page a letterhead. */
  readonly sender?: Sender;
  /** The lines of the address of a letter. */
  readonly recipient?: readonly string[];
  /** Prominent remarks, such as a withdrawal. */
  readonly marks?: readonly { readonly title: string; readonly text?: string }[];
  /** The figure that the document is about, with the facts around it, in a box on the first page. */
  readonly summary?: { readonly label: string; readonly value: string; readonly facts: readonly Fact[] };
  readonly sections: readonly PdfSection[];
  /** An address as a QR code at the end, with its purpose. */
  readonly code?: { readonly url: string; readonly text: string };
}

function drawSummary(writer: Writer, { label, value, facts }: NonNullable<PdfContent['summary']>): void {
  const { document } = writer;
  const PADDING = 14;
  const inner = { left: MARGIN + PADDING, label: 150, width: writer.width - 2 * PADDING };
  document.moveDown(0.6);
  const top = document.y;
  document.write('Text', BODY_SIZE, TEXT_COLOUR);
  const rows = facts.map(
    ([, fact]) => document.heightOfString(fact || '–', { width: inner.width - inner.label - 10 }) + 2,
  );
  const height = rows.reduce((sum, row) => sum + row, 0) + 50 + 2 * PADDING;
  writer.decorate(() => {
    document.roundedRect(MARGIN, top, writer.width, height, 6).fillColor(TINT_COLOUR).fill();
  });
  writer.put('P', () => {
    document.write('Text', BODY_SIZE, QUIET_COLOUR).text(label, inner.left, top + PADDING);
    document.write('Strong', 20, BRAND_COLOUR).text(value, inner.left, document.y, { width: inner.width });
  });
  document.y = top + PADDING + 48;
  drawFacts(writer, facts, inner);
  document.x = MARGIN;
  document.y = top + height + 4;
}

function drawSection(writer: Writer, { heading, text, facts, table }: PdfSection): void {
  const { document } = writer;
  if (document.y > writer.bottom - 86) document.addPage();
  document.moveDown(0.8);
  if (heading)
    writer.put('H2', () => {
      document.write('Strong', 11.5, BRAND_COLOUR).text(heading, MARGIN).moveDown(0.25);
    });
  if (text)
    writer.put('P', () => {
      document
        .write('Text', BODY_SIZE, QUIET_COLOUR)
        .text(text, MARGIN, undefined, { width: writer.width })
        .moveDown(0.4);
    });
  if (facts) drawFacts(writer, facts);
  if (!table) return;
  if (table.rows.length === 0) {
    writer.put('P', () => {
      document.write('Text', BODY_SIZE, TEXT_COLOUR).text(table.empty ?? 'None.', MARGIN);
    });
    return;
  }
  const drawn = new Table(writer, table.columns, table.isDense ? DENSE_SIZE : BODY_SIZE);
  drawn.head();
  table.rows.forEach((row, index) => {
    drawn.row(row, { note: table.notes?.[index] ?? '' });
  });
  if (table.totals) {
    writer.rule();
    drawn.row(table.totals, { face: 'Strong' });
  }
  drawn.end();
}

/** A tagged A4 document with page numbers. All pages stay in memory until the end, so callers limit their rows. */
export function renderPdf(content: PdfContent): NodeJS.ReadableStream {
  const { programme, title, about, sender, recipient, marks = [], summary, sections, code } = content;
  const document = newDocument({ title, author: sender?.name ?? programme, margin: MARGIN });
  const writer = new Writer(document);
  const put = (role: Role, face: Face, size: number, colour: string, text: string): void =>
    writer.put(role, () => {
      document.write(face, size, colour).text(text, MARGIN, undefined, { width: writer.width });
    });
  if (sender) drawLetterhead(writer, programme, sender);
  else put('P', 'Strong', 10, QUIET_COLOUR, programme);
  if (recipient) {
    for (const line of recipient.filter(Boolean)) put('P', 'Text', 10, TEXT_COLOUR, line);
    document.moveDown(0.8);
  }
  put('H1', 'Strong', 18, BRAND_COLOUR, title);
  put('P', 'Text', 10, TEXT_COLOUR, about);
  for (const mark of marks) {
    document.moveDown(0.4);
    put('P', 'Strong', 12, DANGER_COLOUR, mark.title);
    if (mark.text) put('P', 'Text', BODY_SIZE, TEXT_COLOUR, mark.text);
  }
  if (summary) drawSummary(writer, summary);
  for (const section of sections) drawSection(writer, section);
  if (code) drawCode(writer, code);
  if (document.hasGaps) {
    document.moveDown(1.2);
    put(
      'P',
      'Text',
      NOTE_SIZE,
      QUIET_COLOUR,
      'A question mark in a name can be a character that this document cannot print.',
    );
  }
  writer.end();
  drawFooters(writer, title);
  document.end();
  return document;
}
