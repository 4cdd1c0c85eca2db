import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { POPI_NOTICE } from './popi-text.ts';

const GREEN = '#14613f';
const TEXT = '#17211b';

/** Writes the section 18 notification as a tagged PDF with a title and a language, so that it is read aloud rightly. */
export async function writePopiNotice(file: string): Promise<void> {
  const { title, intro, sections } = POPI_NOTICE;
  const document = new PDFDocument({
    size: 'A4',
    margin: 64,
    tagged: true,
    lang: 'en-ZA',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: 'Fynbos Rewards' },
  });
  const output = document.pipe(createWriteStream(file));
  const whole = document.struct('Document');
  document.addStructure(whole);
  const put = (role: 'H1' | 'H2' | 'P', font: string, size: number, colour: string, text: string) =>
    whole.add(
      document.struct(role, {}, () => {
        document.font(font).fontSize(size).fillColor(colour).text(text, { lineGap: 3 });
        document.moveDown(0.5);
      }),
    );

  put('H1', 'Helvetica-Bold', 20, GREEN, title);
  put('P', 'Helvetica', 11, TEXT, intro);
  for (const { heading, paragraphs } of sections) {
    put('H2', 'Helvetica-Bold', 13, GREEN, heading);
    for (const paragraph of paragraphs) put('P', 'Helvetica', 11, TEXT, paragraph);
  }
  whole.end();
  document.end();
  await finished(output);
}
