import { inflateSync } from 'node:zlib';
import type { Response } from 'supertest';

/** Reads the body of an answer as bytes, for supertest's `parse`. */
export function bytes(response: Response, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}

const CONTENT = /\/FlateDecode[^>]*>>\s*stream\n([\s\S]*?)\nendstream/g;
const SHOWN = /\[([^\]]*)\] TJ/g;

/** Returns the text of a generated PDF, one line per piece of text. The standard fonts encode it as WinAnsi. */
export function wordsOf(pdf: Buffer): string {
  const lines: string[] = [];
  for (const [, content = ''] of pdf.toString('latin1').matchAll(CONTENT)) {
    const page = inflateSync(Buffer.from(content, 'latin1')).toString('latin1');
    for (const [, shown = ''] of page.matchAll(SHOWN))
      lines.push(
        Buffer.from([...shown.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join(''), 'hex').toString('latin1'),
      );
  }
  return lines.join('\n');
}
