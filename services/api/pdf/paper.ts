import { encode } from 'uqr';
import { newDocument, type WrittenDocument } from './document.ts';
import type { Face } from './faces.ts';

/** A column of a table on paper. */
export interface PaperColumn {
  readonly title: string;
  /** Relative share of the page's width. */
  readonly share: number;
  /** Aligned right. */
  readonly number?: boolean;
}

type Fact = readonly [label: string, value: string];

/** A section of a document: text, facts, and a table that repeats its head on each page. */
export interface PaperSection {
  readonly heading?: string;
  readonly text?: string;
  readonly facts?: readonly Fact[];
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

/** The company that sends a document. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly contact: string;
}

export interface Paper {
  readonly programme: string;
  readonly title: string;
  /** The line below the title: the subject, and the day on which the document was made. */
  readonly about: string;
  /** Makes the head of the page a letterhead. */
  readonly sender?: Sender;
  /** The lines of the address of a letter. */
  readonly recipient?: readonly string[];
  /** Remarks that nobody may overlook, such as a withdrawal. */
  readonly marks?: readonly { readonly title: string; readonly text?: string }[];
  /** The figure that the document is about, with the facts around it, in a box on the first page. */
  readonly summary?: { readonly label: string; readonly value: string; readonly facts: readonly Fact[] };
  readonly sections: readonly PaperSection[];
  /** An address as a QR code at the end, with its purpose. */
  readonly code?: { readonly url: string; readonly text: string };
}

const MARGIN = 48;
const INK = '#1b211d';
const QUIET = '#52605a';
const BRAND = '#14613f';
const SUN = '#f4bd3c';
const TINT = '#eef5f0';
const LINE = '#c3ccc6';
const DANGER = '#8a1f11';
const SIZE = 9;
const DENSE = 7;
const NOTE = 8;
const GAP = 6;
/** Space below the text of a page for its footer. */
const FOOT = 24;

type Cells = readonly string[];
type Element = PDFKit.PDFStructureElement;
/** Roles of PDF structure elements that these documents use. */
type Role = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';
/** Attributes of a cell, as PDF names them. */
interface CellAttributes {
  readonly Scope?: 'Column' | 'Row';
  readonly ColSpan?: number;
}

/** Draws the parts of a document and gives each its role, so that screen readers know headings, tables and decoration. */
class Writer {
  private readonly whole: Element;

  constructor(readonly document: WrittenDocument) {
    this.whole = document.struct('Document');
    document.addStructure(this.whole);
  }

  get width(): number {
    return this.document.page.width - 2 * MARGIN;
  }

  get bottom(): number {
    return this.document.page.height - MARGIN - FOOT;
  }

  element(role: Role, parent: Element = this.whole): Element {
    const made = this.document.struct(role);
    parent.add(made);
    return made;
  }

  /** Draws content of a role. */
  put(role: Role, draw: () => void, parent: Element = this.whole, attributes?: CellAttributes): void {
    const made = this.document.struct(role);
    if (attributes) {
      // The option `scope` of pdfkit cannot be combined with a column span.
      const { dictionary } = made as unknown as { dictionary: { data: Record<string, unknown> } };
      dictionary.data.A = { O: 'Table', ...attributes };
    }
    made.add(draw);
    parent.add(made);
    made.end();
  }

  /** Draws what only decorates: lines, boxes, footers. */
  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.document.markContent('Artifact', { type });
    draw();
    this.document.endMarkedContent();
  }

  rule(): void {
    const { document } = this;
    this.decorate(() => {
      document
        .moveTo(MARGIN, document.y - 2)
        .lineTo(document.page.width - MARGIN, document.y - 2)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke();
    });
    document.y += 2;
  }

  end(): void {
    this.whole.end();
  }
}

/** Draws the rows of a table. Each is as high as its highest cell; a new page repeats the head. */
class Table {
  private readonly widths: readonly number[];
  private readonly element: Element;

  constructor(
    private readonly writer: Writer,
    private readonly columns: readonly PaperColumn[],
    private readonly size: number,
  ) {
    const all = columns.reduce((sum, { share }) => sum + share, 0);
    this.widths = columns.map(({ share }) => (writer.width * share) / all);
    this.element = writer.element('Table');
  }

  head(): void {
    const row = this.writer.element('TR', this.element);
    this.draw(this.titles, 'Strong', QUIET, (draw) => this.writer.put('TH', draw, row, { Scope: 'Column' }));
    this.writer.rule();
  }

  row(cells: Cells, { face = 'Text' as Face, note = '' } = {}): void {
    const { document } = this.writer;
    if (document.y + this.height(cells, face) + this.noteHeight(note) > this.writer.bottom) {
      document.addPage();
      // The head is read once, at the beginning of the table.
      this.writer.decorate(() => this.draw(this.titles, 'Strong', QUIET, (draw) => draw()), 'Pagination');
      this.writer.rule();
    }
    const row = this.writer.element('TR', this.element);
    this.draw(cells, face, INK, (draw, index) =>
      index === 0 ? this.writer.put('TH', draw, row, { Scope: 'Row' }) : this.writer.put('TD', draw, row),
    );
    if (note === '') return;
    const { y } = document;
    const below = this.writer.element('TR', this.element);
    const draw = () => document.write('Text', NOTE, QUIET).text(note, MARGIN, y - 3, { width: this.writer.width });
    this.writer.put('TD', draw, below, { ColSpan: this.columns.length });
    document.y = y + this.noteHeight(note);
  }

  end(): void {
    this.element.end();
  }

  private get titles(): Cells {
    return this.columns.map(({ title }) => title);
  }

  private noteHeight(note: string): number {
    if (note === '') return 0;
    const { document, width } = this.writer;
    return document.write('Text', NOTE, QUIET).heightOfString(note, { width }) + 2;
  }

  private height(cells: Cells, face: Face): number {
    const { document } = this.writer;
    document.write(face, this.size, INK);
    const heights = cells.map((cell, index) =>
      document.heightOfString(cell || ' ', { width: (this.widths[index] ?? 0) - GAP }),
    );
    return Math.max(...heights) + 3;
  }

  private draw(cells: Cells, face: Face, colour: string, put: (draw: () => void, index: number) => void): void {
    const { document } = this.writer;
    const { y } = document;
    const height = this.height(cells, face);
    let x = MARGIN;
    this.columns.forEach(({ number }, index) => {
      const width = this.widths[index] ?? 0;
      const at = x;
      put(() => {
        document
          .write(face, this.size, colour)
          .text(cells[index] ?? '', at, y, { width: width - GAP, align: number ? 'right' : 'left' });
      }, index);
      x += width;
    });
    document.x = MARGIN;
    document.y = y + height;
  }
}

/** Draws labels with their values as a table of two columns. */
function drawFacts(writer: Writer, facts: readonly Fact[], { left = MARGIN, label = 200, width = 495 } = {}): void {
  const { document } = writer;
  const table = writer.element('Table');
  for (const [name, value] of facts) {
    const shown = value || '–';
    const valueWidth = width - label - 10;
    document.write('Text', SIZE, INK);
    const height = Math.max(
      document.heightOfString(name, { width: label }),
      document.heightOfString(shown, { width: valueWidth }),
    );
    if (document.y + height > writer.bottom) document.addPage();
    const { y } = document;
    const row = writer.element('TR', table);
    const print = (text: string, x: number, of: number, colour: string) => () => {
      document.write('Text', SIZE, colour).text(text, x, y, { width: of });
    };
    writer.put('TH', print(name, left, label, QUIET), row, { Scope: 'Row' });
    writer.put('TD', print(shown, left + label + 10, valueWidth, INK), row);
    document.x = MARGIN;
    document.y = y + height + 2;
  }
  table.end();
}

/** The petals of the programme's protea: angle in degrees, and colour. */
const PETALS = [-62, 62, -42, 42, -21, 21, 0].map((angle, index) => [angle, index < 2 ? BRAND : SUN] as const);

function drawProtea(document: WrittenDocument, x: number, y: number, size: number): void {
  for (const [angle, colour] of PETALS) {
    document
      .save()
      .translate(x, y)
      .rotate(angle)
      .scale(size / 170);
    document.path('M0 0C-28 -50 -28 -122 0 -170C28 -122 28 -50 0 0z').lineWidth(6).fillAndStroke(colour, '#ffffff');
    document.restore();
  }
}

function drawLetterhead(writer: Writer, programme: string, sender: Sender): void {
  const { document } = writer;
  const { y } = document;
  writer.decorate(() => drawProtea(document, MARGIN + 16, y + 22, 20));
  writer.put('P', () => document.write('Strong', 15, BRAND).text(programme, MARGIN + 42, y + 4, { width: 220 }));
  const at = MARGIN + 270;
  document.y = y;
  for (const line of [sender.name, sender.address, sender.contact])
    writer.put('P', () => {
      document.write('Text', NOTE, QUIET).text(line, at, document.y, { width: writer.width - 270, align: 'right' });
    });
  document.x = MARGIN;
  document.y = Math.max(document.y, y + 32) + 10;
  writer.rule();
  document.y += 14;
}

function drawSummary(writer: Writer, { label, value, facts }: NonNullable<Paper['summary']>): void {
  const { document } = writer;
  const PADDING = 14;
  const inner = { left: MARGIN + PADDING, label: 150, width: writer.width - 2 * PADDING };
  document.moveDown(0.6);
  const top = document.y;
  document.write('Text', SIZE, INK);
  const rows = facts.map(
    ([, fact]) => document.heightOfString(fact || '–', { width: inner.width - inner.label - 10 }) + 2,
  );
  const height = rows.reduce((sum, row) => sum + row, 0) + 50 + 2 * PADDING;
  writer.decorate(() => {
    document.roundedRect(MARGIN, top, writer.width, height, 6).fillColor(TINT).fill();
  });
  writer.put('P', () => {
    document.write('Text', SIZE, QUIET).text(label, inner.left, top + PADDING);
    document.write('Strong', 20, BRAND).text(value, inner.left, document.y, { width: inner.width });
  });
  document.y = top + PADDING + 48;
  drawFacts(writer, facts, inner);
  document.x = MARGIN;
  document.y = top + height + 4;
}

function drawSection(writer: Writer, { heading, text, facts, table }: PaperSection): void {
  const { document } = writer;
  if (document.y > writer.bottom - 86) document.addPage();
  document.moveDown(0.8);
  if (heading)
    writer.put('H2', () => {
      document.write('Strong', 11.5, BRAND).text(heading, MARGIN).moveDown(0.25);
    });
  if (text)
    writer.put('P', () => {
      document.write('Text', SIZE, QUIET).text(text, MARGIN, undefined, { width: writer.width }).moveDown(0.4);
    });
  if (facts) drawFacts(writer, facts);
  if (!table) return;
  if (table.rows.length === 0) {
    writer.put('P', () => {
      document.write('Text', SIZE, INK).text(table.empty, MARGIN);
    });
    return;
  }
  const drawn = new Table(writer, table.columns, table.isDense ? DENSE : SIZE);
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

const CODE_SIZE = 96;

/** Draws a QR code with its purpose and the address as text. The code itself is decoration: the text has the address. */
function drawCode(writer: Writer, { url, text }: { readonly url: string; readonly text: string }): void {
  const { document } = writer;
  if (document.y > writer.bottom - CODE_SIZE - 16) document.addPage();
  document.moveDown(1.2);
  const { y: top } = document;
  const { data, size } = encode(url, { border: 0 });
  const module = CODE_SIZE / size;
  writer.decorate(() => {
    data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (isDark) document.rect(MARGIN + x * module, top + y * module, module, module);
      });
    });
    document.fill('#000');
  });
  const left = MARGIN + CODE_SIZE + 18;
  const width = document.page.width - MARGIN - left;
  writer.put('P', () => {
    document.write('Text', SIZE, INK).text(text, left, top, { width }).moveDown(0.5);
  });
  writer.put('P', () => {
    document.write('Text', NOTE, QUIET).text(url, left, undefined, { width });
  });
  document.x = MARGIN;
  document.y = Math.max(document.y, top + CODE_SIZE);
}

/** Draws the title and the number of every page. */
function drawFooters(writer: Writer, title: string): void {
  const { document } = writer;
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page);
    // The footer is below the margin; without this it would start a new page.
    document.page.margins.bottom = 0;
    writer.decorate(() => {
      document
        .write('Text', NOTE, QUIET)
        .text(`${title} · page ${page + 1} of ${count}`, MARGIN, document.page.height - MARGIN + 4, {
          width: writer.width,
          align: 'right',
          lineBreak: false,
        });
    }, 'Pagination');
  }
}

/** A tagged A4 document with page numbers. All pages stay in memory until the end, so callers limit their rows. */
export function pdfOf(paper: Paper): NodeJS.ReadableStream {
  const { programme, title, about, sender, recipient, marks = [], summary, sections, code } = paper;
  const document = newDocument({ title, author: sender?.name ?? programme, margin: MARGIN });
  const writer = new Writer(document);
  const put = (role: Role, face: Face, size: number, colour: string, text: string): void =>
    writer.put(role, () => {
      document.write(face, size, colour).text(text, MARGIN, undefined, { width: writer.width });
    });
  if (sender) drawLetterhead(writer, programme, sender);
  else put('P', 'Strong', 10, QUIET, programme);
  if (recipient) {
    for (const line of recipient.filter(Boolean)) put('P', 'Text', 10, INK, line);
    document.moveDown(0.8);
  }
  put('H1', 'Strong', 18, BRAND, title);
  put('P', 'Text', 10, INK, about);
  for (const mark of marks) {
    document.moveDown(0.4);
    put('P', 'Strong', 12, DANGER, mark.title);
    if (mark.text) put('P', 'Text', SIZE, INK, mark.text);
  }
  if (summary) drawSummary(writer, summary);
  for (const section of sections) drawSection(writer, section);
  if (code) drawCode(writer, code);
  writer.end();
  drawFooters(writer, title);
  document.end();
  return document;
}
