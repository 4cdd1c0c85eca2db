import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

const TYPES = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;

/** Sends a document for download, at the pace of who reads it; the ending of its name says what it is. */
export async function sendFile(
  response: Response,
  name: `${string}.${keyof typeof TYPES}`,
  content: string | AsyncIterable<string> | NodeJS.ReadableStream,
): Promise<undefined> {
  response.status(200).set({
    'Content-Type': TYPES[name.endsWith('.pdf') ? 'pdf' : 'csv'],
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
  await pipeline(Readable.from(typeof content === 'string' ? [content] : content), response);
  return undefined;
}
