import { Button } from '@mui/material';
import { useListContext } from 'react-admin';
import { grouped } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';

/** Rows up to here have page numbers; the server refuses deeper ones. */
const DEEPEST_ROW = 10_000;

/** Previous and Next with 'Page X of Y' (specification, Manage Travel Agents), and what a very long list asks for. */
export function Pager() {
  const say = useSay();
  const { page, perPage, total = 0, setPage, isPending, meta } = useListContext();
  const atLeast = (meta as { atLeast?: boolean } | undefined)?.atLeast === true;
  if (isPending || total === 0) return null;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const reachable = Math.min(pages, Math.floor(DEEPEST_ROW / perPage));
  return (
    <nav aria-label={say('Pages')} className="pager">
      <Button
        aria-keyshortcuts="ArrowLeft"
        data-previous=""
        disabled={page <= 1}
        onClick={() => setPage(page - 1)}
        variant="outlined"
      >
        {say('Previous')}
      </Button>
      <span aria-live="polite" className="pager-place">
        <T values={{ page: grouped(page), pages: grouped(pages) }}>{'Page %{page} of %{pages}'}</T>
      </span>
      <Button
        aria-keyshortcuts="ArrowRight"
        data-next=""
        disabled={page >= reachable}
        onClick={() => setPage(page + 1)}
        variant="outlined"
      >
        {say('Next')}
      </Button>
      <span className="quiet">
        <T values={{ count: total }}>
          {atLeast
            ? 'more than %{count} entry |||| more than %{count} entries'
            : '%{count} entry |||| %{count} entries'}
        </T>
        {pages > reachable && (
          <>
            {' · '}
            <T values={{ reachable: grouped(reachable) }}>
              {'pages go to %{reachable}; narrow the filters or export for the rest'}
            </T>
          </>
        )}
      </span>
    </nav>
  );
}
