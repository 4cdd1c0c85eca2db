import { buffer } from 'node:stream/consumers';
import type { Programme } from '@fynbos/platform/config/programme.ts';
import { Router } from 'express';
import PDFDocument from 'pdfkit';
import { popiNotice } from './popi-text.ts';

const GREEN = '#14613f';
const TEXT = '#17211b';

/** `/popi-section-18.pdf`, rendered from the settings on first request. */
export function popiNoticeRouter(programme: Programme): Router {
  let rendered: Promise<Buffer> | undefined;
  const router = Router();
  router.get('/popi-section-18.pdf', async (_request, response) => {
    rendered ??= renderPopiNotice(programme);
    response
      .type('application/pdf')
      .set('Cache-Control', 'no-cache')
      .send(await rendered);
  });
  return router;
}

/** Renders the section 18 notification as a tagged PDF with a title and a language, which screen readers need. */
function renderPopiNotice(programme: Programme): Promise<Buffer> {
  const { title, intro, sections } = popiNotice(programme);
  const document = new PDFDocument({
    size: 'A4',
    margin: 64,
    tagged: true,
    lang: 'en-ZA',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: 'Fynbos Rewards' },
  });
  const output = buffer(document);
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
  return output;
}
