import type { Response } from 'express';
import { sendPieces } from './send-pieces.ts';

const TYPES = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;

/** Sends a file for download at the reader's pace. The extension of its name gives the content type. */
export async function sendFile(
  response: Response,
  name: `${string}.${keyof typeof TYPES}`,
  content: string | AsyncIterable<string | Buffer>,
): Promise<undefined> {
  response.status(200).set({
    'Content-Type': TYPES[name.endsWith('.pdf') ? 'pdf' : 'csv'],
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  });
  await sendPieces(response, typeof content === 'string' ? [content] : content);
  return undefined;
}
