import type { AttachedFile } from '@fynbos/application/enquiries/files.ts';
import type { Response } from 'express';

/** Sends a file as a download, never to be shown by the browser, under a name of ours. */
export function sendAttachedFile(response: Response, { fileType, downloadName, content }: AttachedFile): undefined {
  response
    .set({
      'Content-Type': fileType,
      'Content-Disposition': `attachment; filename="${downloadName}"`,
      'Cache-Control': 'no-store',
    })
    .send(content);
}
