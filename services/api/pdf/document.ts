import PDFDocument from 'pdfkit';
import { printable } from './printable.ts';

/** A document whose text is what its fonts can print, whatever is written to it. */
class PrintableDocument extends PDFDocument {
  override text(text: string, ...rest: unknown[]): this {
    return super.text(printable(text), ...(rest as []));
  }

  override heightOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    return super.heightOfString(printable(text), options);
  }
}

/** A new A4 document in the fonts that every reader has. The caller draws it, ends it and pipes it. */
export const newDocument = (options: {
  readonly title: string;
  readonly margin: number;
  /** Pages are kept until the end, to be written on again. */
  readonly bufferPages?: boolean;
}): PDFKit.PDFDocument => {
  const { title, margin, bufferPages = false } = options;
  return new PrintableDocument({ size: 'A4', margin, bufferPages, lang: 'en-ZA', info: { Title: title } });
};
