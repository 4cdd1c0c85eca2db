import { type ReactNode, useState } from 'react';
import { t } from '../i18n/t.tsx';

interface Props {
  /** Fetches the file and starts the browser's download. */
  readonly get: () => Promise<void>;
  readonly className: string;
  readonly children: ReactNode;
}

/** A button that fetches a file. Until the file is there it shows that it works, and ignores further presses. */
export function DownloadButton({ get, className, children }: Props) {
  const [busy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    // The banner shows why a file could not be fetched.
    await get().catch(() => undefined);
    setBusy(false);
  };
  return (
    <>
      <button type="button" className={className} aria-busy={busy} onClick={() => void press()}>
        {children}
      </button>
      <span className="sr-only" role="status">
        {busy ? t('Preparing the file.') : ''}
      </span>
    </>
  );
}
