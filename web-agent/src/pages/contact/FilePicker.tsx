import { type ChangeEvent, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { t } from '../../i18n/t.tsx';

/** Files of one enquiry, and bytes of a file, that the server accepts. */
export const MOST_FILES = 3;
const LONGEST = 5 * 1024 * 1024;
const TYPES = ['application/pdf', 'image/jpeg', 'image/png'];

interface Props {
  /** How many files may still be chosen. */
  readonly room: number;
  readonly busy: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

/** A button that chooses files, and says which ones cannot be attached. */
export function FilePicker({ room, busy, onPick }: Props) {
  const [problem, setProblem] = useState('');
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const all = [...(target.files ?? [])];
    // The same file can be chosen again after it was removed.
    target.value = '';
    const wrong = all.find(({ type, size }) => !TYPES.includes(type) || size > LONGEST || size === 0);
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
        onChange={picked}
      />
      <label htmlFor="files" className="button button-plain">
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
