import { download } from '../api/download.ts';
import type { Wording } from '../i18n/T.tsx';
import { ActionButton, useAction } from './ActionButton.tsx';

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
  const { act, busy } = useAction();
  const start = () =>
    act(async () => {
      await download(`/api/admin/${path}`, name);
      onDone?.();
    });
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
