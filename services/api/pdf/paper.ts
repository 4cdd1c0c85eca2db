import { newDocument } from './document.ts';

/** A column of a table on paper. */
export interface PaperColumn {
  readonly title: string;
  /** Relative share of the page's width. */
  readonly share: number;
  /** Aligned right. */
  readonly number?: boolean;
}

/** A section of a document: text, facts, and a table that repeats its head on each page. */
export interface PaperSection {
  readonly heading?: string;
  readonly text?: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly table?: {
    readonly columns: readonly PaperColumn[];
    readonly rows: readonly (readonly string[])[];
    /** A line of text below each row, as wide as the table. */
    readonly notes?: readonly string[];
    readonly totals?: readonly string[];
    /** Smaller text, for tables with many columns. */
    readonly isDense?: boolean;
    /** The text of a table without rows. */
    readonly empty: string;
  };
}

export interface Paper {
  readonly programme: string;
  readonly title: string;
  /** The line below the title: the subject, and the day on which the document was made. */
  readonly about: string;
  readonly sections: readonly PaperSection[];
}

const MARGIN = 48;
const INK = '#1b211d';
const QUIET = '#52605a';
const BRAND = '#1d4d36';
const SIZE = 9;
const DENSE = 7;
const NOTE = 8;
const GAP = 6;

type Cells = readonly string[];

/** Draws the rows of a table. Each is as high as its highest cell; a new page repeats the head. */
class Table {
  private readonly widths: readonly number[];
  private readonly bottom: number;

  constructor(
    private readonly document: PDFKit.PDFDocument,
    private readonly columns: readonly PaperColumn[],
    private readonly size: number,
  ) {
    const all = columns.reduce((sum, { share }) => sum + share, 0);
    const width = document.page.width - 2 * MARGIN;
    this.widths = columns.map(({ share }) => (width * share) / all);
    this.bottom = document.page.height - MARGIN - 24;
  }

  head(): void {
    this.draw(
      this.columns.map(({ title }) => title),
      'Helvetica-Bold',
      QUIET,
    );
    this.rule();
  }

  row(cells: Cells, { font = 'Helvetica', note = '' } = {}): void {
    const { document } = this;
    if (document.y + this.height(cells, font) + this.noteHeight(note) > this.bottom) {
      document.addPage();
      this.head();
    }
    this.draw(cells, font, INK);
    if (note === '') return;
    const { y } = document;
    document
      .font('Helvetica')
      .fontSize(NOTE)
      .fillColor(QUIET)
      .text(note, MARGIN, y - 3, { width: this.width });
    document.y = y + this.noteHeight(note);
  }

  private noteHeight(note: string): number {
    if (note === '') return 0;
    return this.document.font('Helvetica').fontSize(NOTE).heightOfString(note, { width: this.width }) + 2;
  }

  private get width(): number {
    return this.document.page.width - 2 * MARGIN;
  }

  rule(): void {
    const { document } = this;
    document
      .moveTo(MARGIN, document.y - 2)
      .lineTo(document.page.width - MARGIN, document.y - 2)
      .lineWidth(0.5)
      .strokeColor('#c3ccc6')
      .stroke();
    document.y += 2;
  }

  private height(cells: Cells, font: string): number {
    this.document.font(font).fontSize(this.size);
    const heights = cells.map((cell, index) =>
      this.document.heightOfString(cell || ' ', { width: (this.widths[index] ?? 0) - GAP }),
    );
    return Math.max(...heights) + 4;
  }

  private draw(cells: Cells, font: string, colour: string): void {
    const { document } = this;
    const { y } = document;
    const height = this.height(cells, font);
    let x = MARGIN;
    this.columns.forEach(({ number }, index) => {
      const width = this.widths[index] ?? 0;
      document
        .font(font)
        .fontSize(this.size)
        .fillColor(colour)
        .text(cells[index] ?? '', x, y, { width: width - GAP, align: number ? 'right' : 'left' });
      x += width;
    });
    document.x = MARGIN;
    document.y = y + height;
  }
}

function drawFacts(document: PDFKit.PDFDocument, facts: readonly (readonly [string, string])[]): void {
  for (const [label, value] of facts) {
    const { y } = document;
    document.font('Helvetica').fontSize(SIZE).fillColor(QUIET).text(label, MARGIN, y, { width: 200 });
    const after = document.y;
    document.fillColor(INK).text(value || '\u2013', MARGIN + 210, y, { width: 285 });
    document.x = MARGIN;
    document.y = Math.max(after, document.y) + 3;
  }
}

function drawSection(document: PDFKit.PDFDocument, { heading, text, facts, table }: PaperSection): void {
  if (document.y > document.page.height - MARGIN - 110) document.addPage();
  document.moveDown(0.8);
  if (heading) document.font('Helvetica-Bold').fontSize(11.5).fillColor(BRAND).text(heading, MARGIN).moveDown(0.35);
  if (text)
    document
      .font('Helvetica')
      .fontSize(SIZE)
      .fillColor(QUIET)
      .text(text, MARGIN, undefined, { width: 495 })
      .moveDown(0.5);
  if (facts) drawFacts(document, facts);
  if (!table) return;
  if (table.rows.length === 0) {
    document.font('Helvetica').fontSize(SIZE).fillColor(INK).text(table.empty, MARGIN);
    return;
  }
  const drawn = new Table(document, table.columns, table.isDense ? DENSE : SIZE);
  drawn.head();
  table.rows.forEach((row, index) => {
    drawn.row(row, { note: table.notes?.[index] ?? '' });
  });
  if (table.totals) {
    drawn.rule();
    drawn.row(table.totals, { font: 'Helvetica-Bold' });
  }
}

/** An A4 document with page numbers. All pages stay in memory until the end, so callers limit their rows. */
export function pdfOf({ programme, title, about, sections }: Paper): NodeJS.ReadableStream {
  const document = newDocument({ title, margin: MARGIN, bufferPages: true });
  document.font('Helvetica-Bold').fontSize(10).fillColor(QUIET).text(programme);
  document.font('Helvetica-Bold').fontSize(18).fillColor(BRAND).text(title);
  document.font('Helvetica').fontSize(10).fillColor(INK).text(about);
  for (const section of sections) drawSection(document, section);
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page);
    // The footer is below the margin; without this it would start a new page.
    document.page.margins.bottom = 0;
    document
      .font('Helvetica')
      .fontSize(8)
      .fillColor(QUIET)
      .text(`${title} \u00b7 page ${page + 1} of ${count}`, MARGIN, document.page.height - MARGIN + 8, {
        width: document.page.width - 2 * MARGIN,
        align: 'right',
        lineBreak: false,
      });
  }
  document.end();
  return document;
}
