import PDFDocument from 'pdfkit';
import { printable } from './printable.ts';

/** A document that replaces every character its fonts cannot print. */
class PrintableDocument extends PDFDocument {
  override text(text: string, ...rest: unknown[]): this {
    return super.text(printable(text), ...(rest as []));
  }

  override heightOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return super.heightOfString(printable(text), options);
  }
}

/** Creates an A4 document with the standard fonts, which every reader has. The caller draws, ends and pipes it. */
export const newDocument = (options: {
  readonly title: string;
  readonly margin: number;
  /** Keeps pages until the end, so that they can be edited again. */
  readonly bufferPages?: boolean;
}): PDFKit.PDFDocument => {
  const { title, margin, bufferPages = false } = options;
  return new PrintableDocument({ size: 'A4', margin, bufferPages, lang: 'en-ZA', info: { Title: title } });
};
