import { useState } from 'react';
import { enquiryFiles } from '../../api/file-calls.ts';
import type { EnquiryThread } from '../../api/types.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { t } from '../../i18n/t.tsx';
import { FilePicker, MOST_FILES } from './FilePicker.tsx';

interface Props {
  readonly link: string;
  readonly enquiry: EnquiryThread;
  readonly onChange: () => void;
}

/** The files of an enquiry, for the agent who sent it; further ones can be attached until it is resolved. */
export function AttachedFiles({ link, enquiry: { files, status }, onChange }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const room = status === 'Resolved' ? 0 : MOST_FILES - files.length;
  async function attach(picked: readonly File[]): Promise<void> {
    setBusy(true);
    setProblem(await attachAll(link, picked));
    setBusy(false);
    onChange();
  }
  if (files.length === 0 && room === 0) return null;
  return (
    <section className="stack-tight" aria-labelledby="attached">
      <h3 id="attached">{t('Files')}</h3>
      {files.length > 0 && (
        <ul className="files">
          {files.map((file) => (
            <li key={file.fileId}>
              <DownloadButton className="link" get={() => enquiryFiles.download(link, file)}>
                {file.name}
              </DownloadButton>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="note note-danger" role="alert">
          {problem}
        </p>
      )}
      {room > 0 && <FilePicker room={room} busy={busy} onPick={(picked) => void attach(picked)} />}
    </section>
  );
}

/** Attaches files one after the other. Returns which ones failed, in words; '' if none did. */
export async function attachAll(thread: string, picked: readonly File[]): Promise<string> {
  const problems: string[] = [];
  for (const file of picked)
    await enquiryFiles
      .attach(thread, file)
      .catch(({ message }: Error) =>
        problems.push(t('%{name} was not attached: %{reason}', { name: file.name, reason: message })),
      );
  return problems.join(' ');
}
