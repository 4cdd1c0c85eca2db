import { Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { download } from '../api/download.ts';
import { T } from '../i18n/T.tsx';
import { alertType } from './alert-type.ts';

/** Downloads a document under `/api/admin/` under its file name and shows an error when that fails. */
export function DownloadButton({
  path,
  name,
  children,
  isMain = false,
  isSmall = false,
  onDone,
}: {
  path: string;
  name: string;
  children: ReactNode;
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
    <Button
      disabled={busy}
      onClick={start}
      size={isSmall ? 'small' : 'medium'}
      variant={isMain ? 'contained' : 'outlined'}
    >
      {busy ? <T>Preparing...</T> : children}
    </Button>
  );
}
