import { encode } from 'uqr';
import type { WrittenDocument } from './document.ts';
import {
  ACCENT_COLOUR,
  BODY_SIZE,
  BRAND_COLOUR,
  MARGIN,
  NOTE_SIZE,
  QUIET_COLOUR,
  TEXT_COLOUR,
  type Writer,
} from './writer.ts';

/** The company that sends a document. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly contact: string;
}

/** The petals of the programme's protea: angle in degrees, and colour. */
const PETALS = [-62, 62, -42, 42, -21, 21, 0].map(
  (angle, index) => [angle, index < 2 ? BRAND_COLOUR : ACCENT_COLOUR] as const,
);

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

export function drawLetterhead(writer: Writer, programme: string, sender: Sender): void {
  const { document } = writer;
  const { y } = document;
  writer.decorate(() => drawProtea(document, MARGIN + 16, y + 22, 20));
  writer.put('P', () => document.write('Strong', 15, BRAND_COLOUR).text(programme, MARGIN + 42, y + 4, { width: 220 }));
  const at = MARGIN + 270;
  document.y = y;
  for (const line of [sender.name, sender.address, sender.contact])
    writer.put('P', () => {
      document
        .write('Text', NOTE_SIZE, QUIET_COLOUR)
        .text(line, at, document.y, { width: writer.width - 270, align: 'right' });
    });
  document.x = MARGIN;
  document.y = Math.max(document.y, y + 32) + 10;
  writer.rule();
  document.y += 14;
}

const CODE_SIZE = 96;

/** Draws a QR code and its text. The code is tagged as decoration, because the text contains the address. */
export function drawCode(writer: Writer, { url, text }: { readonly url: string; readonly text: string }): void {
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
    document.write('Text', BODY_SIZE, TEXT_COLOUR).text(text, left, top, { width }).moveDown(0.5);
  });
  writer.put('P', () => {
    document.write('Text', NOTE_SIZE, QUIET_COLOUR).text(url, left, undefined, { width });
  });
  document.x = MARGIN;
  document.y = Math.max(document.y, top + CODE_SIZE);
}

export function drawFooters(writer: Writer, title: string): void {
  const { document } = writer;
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page);
    // The footer is below the margin; without this it would start a new page.
    document.page.margins.bottom = 0;
    writer.decorate(() => {
      document
        .write('Text', NOTE_SIZE, QUIET_COLOUR)
        .text(`${title} · page ${page + 1} of ${count}`, MARGIN, document.page.height - MARGIN + 4, {
          width: writer.width,
          align: 'right',
          lineBreak: false,
        });
    }, 'Pagination');
  }
}
