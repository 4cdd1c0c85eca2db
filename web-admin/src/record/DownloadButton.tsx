import { useState } from 'react';
import { useNotify } from 'react-admin';
import { download } from '../api/download.ts';
import type { Wording } from '../i18n/wording.ts';
import { ActionButton } from './ActionButton.tsx';
import { alertType } from './alert-type.ts';

/** Downloads a document under `/api/admin/` under its file name and shows an error when that fails. */
export function DownloadButton({
  path,
  name,
  label,
  isMain = false,
  isSmall = false,
  onDone,
}: {
  path: string;
  name: string;
  label: Wording;
  isMain?: boolean;
  isSmall?: boolean;
  /** Called after the download, where the server records it. */
  onDone?: () => unknown;
}) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      await download(`/api/admin/${path}`, name);
      onDone?.();
    } catch (failure) {
      notify((failure as Error).message, { type: alertType(failure) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionButton
      disabled={busy}
      label={busy ? 'Preparing...' : label}
      onClick={start}
      size={isSmall ? 'small' : 'medium'}
      variant={isMain ? 'contained' : 'outlined'}
    />
  );
}
