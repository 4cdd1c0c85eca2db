import { call } from './client.ts';
import { download } from './download.ts';
import type { Answer, AttachedFile } from './types.ts';

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
