import type { WrittenDocument } from './document.ts';

export const MARGIN = 48;
export const TEXT_COLOUR = '#1b211d';
export const QUIET_COLOUR = '#52605a';
export const BRAND_COLOUR = '#14613f';
export const ACCENT_COLOUR = '#f4bd3c';
export const TINT_COLOUR = '#eef5f0';
export const RULE_COLOUR = '#c3ccc6';
export const DANGER_COLOUR = '#8a1f11';
export const BODY_SIZE = 9;
export const DENSE_SIZE = 7;
export const NOTE_SIZE = 8;
export const COLUMN_GAP = 6;
/** Space below the text of a page for its footer. */
export const FOOTER_HEIGHT = 24;

export type Element = PDFKit.PDFStructureElement;
/** Roles of PDF structure elements that these documents use. */
export type Role = 'Document' | 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD';
/** Attributes of a cell, as PDF names them. */
interface CellAttributes {
  readonly Scope?: 'Column' | 'Row';
  readonly ColSpan?: number;
}

/** Gives each part its role, so that screen readers know headings, tables and decoration. */
export class Writer {
  private readonly whole: Element;

  constructor(readonly document: WrittenDocument) {
    this.whole = document.struct('Document');
    document.addStructure(this.whole);
  }

  get width(): number {
    return this.document.page.width - 2 * MARGIN;
  }

  get bottom(): number {
    return this.document.page.height - MARGIN - FOOTER_HEIGHT;
  }

  element(role: Role, parent: Element = this.whole): Element {
    const made = this.document.struct(role);
    parent.add(made);
    return made;
  }

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
        .strokeColor(RULE_COLOUR)
        .stroke();
    });
    document.y += 2;
  }

  end(): void {
    this.whole.end();
  }
}
