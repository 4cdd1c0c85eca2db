import { type ChangeEvent, useState } from 'react';
import { enquiryFiles } from '../../api/files.ts';
import type { EnquiryThread } from '../../api/types.ts';
import { DownloadButton } from '../../components/DownloadButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Problem } from '../../components/Problem.tsx';
import { t } from '../../i18n/t.tsx';

interface Props {
  readonly link: string;
  readonly enquiry: EnquiryThread;
  readonly onChange: () => void;
}

/** The files of an enquiry, for the agent who sent it; further ones can be attached until it is resolved. */
export function AttachedFiles({ link, enquiry: { files, status }, onChange }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const room = status === 'Resolved' ? 0 : MAX_FILES - files.length;
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
              <DownloadButton label={file.name} variant="link" onPress={() => enquiryFiles.download(link, file)} />
            </li>
          ))}
        </ul>
      )}
      <Problem text={problem} />
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

/** Files of one enquiry, and bytes of a file, that the server accepts. */
export const MAX_FILES = 3;
const MAX_FILE_BYTES = 5 * 1024 * 1024;
const TYPES = ['application/pdf', 'image/jpeg', 'image/png'];

interface FilePickerProps {
  /** How many files may still be chosen. */
  readonly room: number;
  readonly busy: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

/** A button that chooses files, and says which ones cannot be attached. */
export function FilePicker({ room, busy, onPick }: FilePickerProps) {
  const [problem, setProblem] = useState('');
  const pickFiles = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const all = [...(target.files ?? [])];
    // The same file can be chosen again after it was removed.
    target.value = '';
    const wrong = all.find(({ type, size }) => !TYPES.includes(type) || size > MAX_FILE_BYTES || size === 0);
    if (wrong) setProblem(t('%{name} is not a PDF, JPEG or PNG file of at most 5 MB.', { name: wrong.name }));
    else if (all.length > room) setProblem(t('An enquiry can have at most 3 files.'));
    else setProblem('');
    if (!wrong && all.length <= room) onPick(all);
  };
  return (
    <div className="field">
      <input
        type="file"
        id="files"
        className="file-input"
        multiple
        accept={TYPES.join()}
        disabled={busy}
        aria-describedby="files-hint files-error"
        onChange={pickFiles}
      />
      <label htmlFor="files" className="button button-plain" aria-busy={busy || undefined}>
        {t('Attach files')}
      </label>
      <p className="hint" id="files-hint">
        {t('PDF, JPEG or PNG, up to 3 files of 5 MB each.')}
      </p>
      <p className="error" id="files-error" role="alert">
        {problem && <Icon name="alert" />} {problem}
      </p>
    </div>
  );
}
