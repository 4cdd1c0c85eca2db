import { formatRand } from '@fynbos/domain/format.ts';
import type { Cents } from '@fynbos/domain/money.ts';
import type { Face } from './document.ts';
import {
  BODY_SIZE,
  COLUMN_GAP,
  type Element,
  MARGIN,
  NOTE_SIZE,
  QUIET_COLOUR,
  TEXT_COLOUR,
  type Writer,
} from './writer.ts';

/** A column of a table: its title, its relative share of the page's width, and `number` to align it right. */
export type PdfColumn = readonly [title: string, share: number, align?: 'number'];

/** The columns of gross, PAYE and nett amounts, and their cells. */
export const AMOUNT_COLUMNS = ['Gross', 'PAYE', 'Nett'].map((title): PdfColumn => [title, 16, 'number']);
export const amountCells = (amounts: {
  readonly grossCents: Cents;
  readonly payeCents: Cents;
  readonly nettCents: Cents;
}): string[] => [amounts.grossCents, amounts.payeCents, amounts.nettCents].map(formatRand);

type Cells = readonly string[];
export type Fact = readonly [label: string, value: string];

/** Draws the rows of a table. Each is as high as its highest cell; a new page repeats the head. */
export class Table {
  private readonly widths: readonly number[];
  private readonly element: Element;

  constructor(
    private readonly writer: Writer,
    private readonly columns: readonly PdfColumn[],
    private readonly size: number,
  ) {
    const all = columns.reduce((sum, [, share]) => sum + share, 0);
    this.widths = columns.map(([, share]) => (writer.width * share) / all);
    this.element = writer.element('Table');
  }

  head(): void {
    const row = this.writer.element('TR', this.element);
    this.draw(this.titles, 'Strong', QUIET_COLOUR, (draw) => this.writer.put('TH', draw, row, { Scope: 'Column' }));
    this.writer.rule();
  }

  row(cells: Cells, { face = 'Text' as Face, note = '' } = {}): void {
    const { document } = this.writer;
    if (document.y + this.height(cells, face) + this.noteHeight(note) > this.writer.bottom) {
      document.addPage();
      // The head is read once, at the beginning of the table.
      this.writer.decorate(() => this.draw(this.titles, 'Strong', QUIET_COLOUR, (draw) => draw()), 'Pagination');
      this.writer.rule();
    }
    const row = this.writer.element('TR', this.element);
    this.draw(cells, face, TEXT_COLOUR, (draw, index) =>
      index === 0 ? this.writer.put('TH', draw, row, { Scope: 'Row' }) : this.writer.put('TD', draw, row),
    );
    if (note === '') return;
    const { y } = document;
    const below = this.writer.element('TR', this.element);
    const draw = () =>
      document.write('Text', NOTE_SIZE, QUIET_COLOUR).text(note, MARGIN, y - 3, { width: this.writer.width });
    this.writer.put('TD', draw, below, { ColSpan: this.columns.length });
    document.y = y + this.noteHeight(note);
  }

  end(): void {
    this.element.end();
  }

  private get titles(): Cells {
    return this.columns.map(([title]) => title);
  }

  private noteHeight(note: string): number {
    if (note === '') return 0;
    const { document, width } = this.writer;
    return document.write('Text', NOTE_SIZE, QUIET_COLOUR).heightOfString(note, { width }) + 2;
  }

  private height(cells: Cells, face: Face): number {
    const { document } = this.writer;
    document.write(face, this.size, TEXT_COLOUR);
    const heights = cells.map((cell, index) =>
      document.heightOfString(cell || ' ', { width: (this.widths[index] ?? 0) - COLUMN_GAP }),
    );
    return Math.max(...heights) + 3;
  }

  private draw(cells: Cells, face: Face, colour: string, put: (draw: () => void, index: number) => void): void {
    const { document } = this.writer;
    const { y } = document;
    const height = this.height(cells, face);
    let x = MARGIN;
    this.columns.forEach(([, , align], index) => {
      const width = this.widths[index] ?? 0;
      const at = x;
      put(() => {
        document
          .write(face, this.size, colour)
          .text(cells[index] ?? '', at, y, { width: width - COLUMN_GAP, align: align ? 'right' : 'left' });
      }, index);
      x += width;
    });
    document.x = MARGIN;
    document.y = y + height;
  }
}

export function drawFacts(
  writer: Writer,
  facts: readonly Fact[],
  { left = MARGIN, label = 200, width = 495 } = {},
): void {
  const { document } = writer;
  const table = writer.element('Table');
  for (const [name, value] of facts) {
    const shown = value || '–';
    const valueWidth = width - label - 10;
    document.write('Text', BODY_SIZE, TEXT_COLOUR);
    const height = Math.max(
      document.heightOfString(name, { width: label }),
      document.heightOfString(shown, { width: valueWidth }),
    );
    if (document.y + height > writer.bottom) document.addPage();
    const { y } = document;
    const row = writer.element('TR', table);
    const print = (text: string, x: number, of: number, colour: string) => () => {
      document.write('Text', BODY_SIZE, colour).text(text, x, y, { width: of });
    };
    writer.put('TH', print(name, left, label, QUIET_COLOUR), row, { Scope: 'Row' });
    writer.put('TD', print(shown, left + label + 10, valueWidth, TEXT_COLOUR), row);
    document.x = MARGIN;
    document.y = y + height + 2;
  }
  table.end();
}
