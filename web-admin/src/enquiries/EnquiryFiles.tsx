import { download } from '../api/download.ts';
import { T } from '../i18n/T.tsx';
import { Heading, Remark } from '../record/texts.tsx';
import type { Enquiry } from './enquiry.tsx';

/** The files that the agent attached, to download. */
export function EnquiryFiles({ enquiry: { id, files = [] } }: { enquiry: Enquiry }) {
  if (files.length === 0) return null;
  return (
    <>
      <Heading>Files</Heading>
      <Remark>From the agent, not checked for viruses.</Remark>
      <ul>
        {files.map(({ fileId, name, bytes }) => (
          <li key={fileId}>
            {name}{' '}
            <button
              onClick={() => void download(`/api/admin/contact-support/${id}/files/${fileId}`, name)}
              type="button"
            >
              <T values={{ size: Math.ceil(bytes / 1024) }}>{'Download (%{size} KB)'}</T>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
