import RefreshIcon from '@mui/icons-material/RefreshOutlined';
import { useEffect, useState } from 'react';
import { type RaRecord, useGetList, useListContext } from 'react-admin';
import { useAsOf } from '../as-of/as-of.tsx';
import { ActionButton } from '../components/ActionButton.tsx';

/** Interval at which a list is compared with the server, in milliseconds. */
const POLL_MS = 20_000;

interface Page {
  readonly data: readonly RaRecord[];
  readonly total?: number | undefined;
}

/** Counts the rows that a newer read of the same page adds; 0 when rows only changed, null when nothing changed. */
export function countUpdates(shown: Page, latest: Page): number | null {
  const shownIds = new Set(shown.data.map(({ id }) => id));
  const added = latest.data.filter(({ id }) => !shownIds.has(id)).length;
  const grown = Math.max(0, (latest.total ?? 0) - (shown.total ?? 0));
  if (grown > 0 || added > 0) return Math.max(grown, added);
  return JSON.stringify(shown.data) === JSON.stringify(latest.data) && shown.total === latest.total ? null : 0;
}

/** Reads the shown page of the list again from time to time and offers to show it when it has changed. */
export function ListUpdates() {
  const { resource, filter, filterValues, sort, page, perPage, data, total, refetch } = useListContext() as ReturnType<
    typeof useListContext
  > & { filter?: object };
  const asOf = useAsOf();
  const [shownAt, setShownAt] = useState(0);
  useEffect(() => {
    if (data) setShownAt(Date.now());
  }, [data]);
  const query = { filter: { ...filterValues, ...filter }, sort, pagination: { page, perPage } };
  const shown = data === undefined ? undefined : { data, total: total ?? 0 };
  const latest = useGetList(
    resource,
    // A cache of its own: the list on the page changes only when the administrator asks for it.
    { ...query, meta: { isUpdateCheck: true } },
    {
      enabled: asOf === null && data !== undefined,
      refetchInterval: POLL_MS,
      refetchOnWindowFocus: true,
      staleTime: POLL_MS,
      // The list on the page is new enough for the first interval.
      ...(shown && { initialData: shown }),
    },
  );
  const updateCount =
    latest.data && shown && latest.dataUpdatedAt > shownAt
      ? countUpdates(shown, { data: latest.data, total: latest.total })
      : null;
  return (
    <div className="list-updates" role="status">
      {updateCount !== null && (
        <ActionButton
          label={
            updateCount > 0 ? ['Show %{count} new |||| Show %{count} new', { count: updateCount }] : 'Show changes'
          }
          onClick={() => refetch()}
          size="small"
          startIcon={<RefreshIcon />}
          variant="contained"
        />
      )}
    </div>
  );
}
