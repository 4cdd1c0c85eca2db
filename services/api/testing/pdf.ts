import { inflateSync } from 'node:zlib';
import type { Response } from 'supertest';

/** Reads the body of an answer as bytes, for supertest's `parse`. */
export function bytes(response: Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}

const OBJECT = /(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const STREAM = /stream\n([\s\S]*?)\nendstream/;
/** A font is chosen, or text is shown. */
const TEXT = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g;

/** The objects of a generated PDF by number, as Latin-1 text; streams are inflated. */
export function objectsOf(pdf: Buffer): ReadonlyMap<number, string> {
  return new Map(
    [...pdf.toString('latin1').matchAll(OBJECT)].map(([, number, object = '']) => {
      const packed = object.includes('/FlateDecode') ? STREAM.exec(object)?.[1] : undefined;
      const content = packed === undefined ? object : inflateSync(Buffer.from(packed, 'latin1')).toString('latin1');
      return [Number(number), content];
    }),
  );
}

/** The characters of each glyph of an embedded font, from its map to Unicode. */
function charactersOf(cmap: string): readonly string[] {
  const glyphs = [...cmap.matchAll(/\[([^\]]*)\]/g)].flatMap(([, entries = '']) => [...entries.matchAll(/<([^>]*)>/g)]);
  return glyphs.map(([, hex = '']) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
}

/** Returns the text of a generated PDF, one line per piece of text. */
export function wordsOf(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, readonly string[]>();
  for (const object of objects.values())
    for (const [, name = '', font] of object.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const cmap = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(font)) ?? '')?.[1];
      if (cmap !== undefined) fonts.set(name, charactersOf(objects.get(Number(cmap)) ?? ''));
    }
  const lines: string[] = [];
  for (const object of objects.values()) {
    let characters: readonly string[] = [];
    for (const [, font, shown = ''] of object.matchAll(TEXT)) {
      if (font !== undefined) characters = fonts.get(font) ?? [];
      else {
        const hex = [...shown.matchAll(/<([0-9a-f]+)>/g)].map(([, digits]) => digits).join('');
        lines.push((hex.match(/.{4}/g) ?? []).map((glyph) => characters[Number.parseInt(glyph, 16)] ?? '').join(''));
      }
    }
  }
  return lines.join('\n');
}
