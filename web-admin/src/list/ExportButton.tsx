import { Button } from '@mui/material';
import { useState } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { download } from '../api/download.ts';
import { useSay } from '../i18n/use-say.ts';
import { alertType } from '../record/alert-type.ts';
import { useAsOf } from '../shell/as-of.tsx';

/** The whole list as filtered and sorted, as CSV made by the server. */
export function ExportButton({ resource }: { resource: string }) {
  const { filter, filterValues, sort } = useListContext() as ReturnType<typeof useListContext> & { filter?: object };
  const say = useSay();
  const asOf = useAsOf();
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  const start = async () => {
    setBusy(true);
    try {
      const query = new URLSearchParams({
        filter: JSON.stringify({ ...filterValues, ...filter }),
        sort: JSON.stringify([sort.field, sort.order]),
        ...(asOf ? { asOf } : {}),
      });
      await download(`/api/admin/${resource}.csv?${query}`, `${resource}.csv`);
    } catch (error) {
      notify((error as Error).message, { type: alertType(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button disabled={busy} onClick={start} variant="outlined">
      {say(busy ? 'Exporting...' : 'Export CSV')}
    </Button>
  );
}
