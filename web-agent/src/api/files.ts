import { bodyOf, call, lost, refused, send } from './client.ts';
import type { Answer, AttachedFile } from './types.ts';

/** Fetches a file (a statement, an export) and starts the browser's download. */
export async function download(
  path: string,
  fileName: string,
  query?: Readonly<Record<string, string>>,
): Promise<void> {
  const response = await send('GET', path, { query });
  if (!response.ok) throw refused(response, await bodyOf(response).catch(lost()), false);
  const url = URL.createObjectURL(await response.blob().catch(lost()));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

const LONGEST_NAME = 120;

/** Calls for the files of an enquiry. `thread`: the secret of its link. */
export const enquiryFiles = {
  attach: (thread: string, file: File) =>
    call<Answer>('POST', 'agent/enquiry-files', {
      query: { thread, name: file.name.slice(-LONGEST_NAME) },
      body: file,
      quiet: true,
    }),
  download: (thread: string, { fileId, name }: AttachedFile) =>
    download(`agent/enquiry-files/${fileId}`, name, { thread }),
} as const;
