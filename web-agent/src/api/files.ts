import type { Declared, QueryOf } from '@fynbos/api/contract.ts';
import { bodyOf, call, send, throwConnectionError, toApiError } from './client.ts';
import { saveFile } from './save-file.ts';
import type { AttachedFile } from './types.ts';

/** Fetches a file (a statement, an export) and starts the browser's download. */
export async function download<const Path extends string>(
  path: Path & Declared<'GET', Path>,
  fileName: string,
  query?: QueryOf<'GET', Path>,
): Promise<void> {
  const response = await send('GET', path, { query });
  if (!response.ok) throw toApiError(response, await bodyOf(response).catch(throwConnectionError()), false);
  saveFile(await response.blob().catch(throwConnectionError()), fileName);
}

const MAX_NAME_LENGTH = 120;

/** Calls for the files of an enquiry. `thread`: the secret of its link. */
export const enquiryFiles = {
  attach: (thread: string, file: File) =>
    call('POST', 'agent/enquiry-files', {
      query: { thread, name: file.name.slice(-MAX_NAME_LENGTH) },
      file,
      quiet: true,
    }),
  download: (thread: string, { fileId, name }: AttachedFile) =>
    download(`agent/enquiry-files/${fileId}`, name, { thread }),
} as const;
