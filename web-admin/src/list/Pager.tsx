import { type FormEvent, useState } from 'react';
import type { ListControllerResult } from 'react-admin';
import { ActionButton } from '../components/ActionButton.tsx';
import { InputField } from '../form/InputField.tsx';
import { grouped } from '../format/format.ts';
import { T, useTranslation } from '../i18n/T.tsx';

/** The server refuses deeper pages of lists. Computed results, such as comparisons, have the rest in their CSV file. */
const MAX_ROW = 10_000;
const PAGE_SIZES = [10, 25, 50, 100] as const;
/** With more pages than this, the first and the last page have buttons. */
const EDGE_BUTTONS_FROM_PAGES = 4;

function PageJump({ page, last, onJump }: { page: number; last: number; onJump: (page: number) => void }) {
  const [typed, setTyped] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    const target = Number(typed);
    if (Number.isInteger(target) && target >= 1 && target !== page) onJump(Math.min(target, last));
  };
  return (
    <form onSubmit={go}>
      <InputField
        className="pager-jump"
        label="Go to page"
        onChange={setTyped}
        slotProps={{ htmlInput: { inputMode: 'numeric', pattern: '[0-9]*' } }}
        value={typed}
      />
    </form>
  );
}

function PageSizeInput({ value, onChange }: { value: number; onChange: (rows: number) => void }) {
  const sizes = PAGE_SIZES.some((size) => size === value) ? PAGE_SIZES : [value, ...PAGE_SIZES].sort((a, b) => a - b);
  return (
    <InputField
      className="pager-size"
      label="Rows per page"
      onChange={(rows) => onChange(Number(rows))}
      value={value}
      choices={sizes.map((size) => [size, size] as const)}
    />
  );
}

/** `atLeast`: there are more entries than `total`. `isTruncated`: the last of them cannot be opened. */
function TotalText({ total, atLeast, isTruncated }: { total: number; atLeast: boolean; isTruncated: boolean }) {
  return (
    <span className="quiet pager-total">
      <T values={{ count: total }}>
        {atLeast ? 'more than %{count} entry |||| more than %{count} entries' : '%{count} entry |||| %{count} entries'}
      </T>
      {isTruncated && (
        <>
          {' · '}
          <T values={{ rows: grouped(MAX_ROW) }}>
            {'Showing the first %{rows}. Narrow the filters or export to see the rest.'}
          </T>
        </>
      )}
    </span>
  );
}

/** Previous and Next with 'Page X of Y' (specification, Manage Travel Agents), first, last, and rows per page. */
export function Pager({
  page,
  perPage,
  total = 0,
  setPage,
  setPerPage,
  meta,
}: Pick<ListControllerResult, 'page' | 'perPage' | 'setPage' | 'setPerPage'> & {
  total?: number | undefined;
  /** `atLeast`: there are more entries than `total`. */
  meta?: { readonly atLeast?: boolean };
}) {
  const translate = useTranslation();
  if (total === 0) return null;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const reachable = Math.min(pages, Math.floor(MAX_ROW / perPage));
  return (
    <nav aria-label={translate('Pages')} className="actions pager">
      {pages > EDGE_BUTTONS_FROM_PAGES && (
        <ActionButton label="First" className="pager-edge" isUnavailable={page <= 1} onClick={() => setPage(1)} />
      )}
      <ActionButton
        label="Previous"
        aria-keyshortcuts="ArrowLeft"
        data-previous=""
        isUnavailable={page <= 1}
        onClick={() => setPage(page - 1)}
        variant="outlined"
      />
      <span aria-live="polite" className="pager-place">
        <T values={{ page: grouped(page), pages: grouped(pages) }}>{'Page %{page} of %{pages}'}</T>
      </span>
      <ActionButton
        label="Next"
        aria-keyshortcuts="ArrowRight"
        data-next=""
        isUnavailable={page >= reachable}
        onClick={() => setPage(page + 1)}
        variant="outlined"
      />
      {pages > EDGE_BUTTONS_FROM_PAGES && (
        <ActionButton
          label="Last"
          className="pager-edge"
          isUnavailable={page >= reachable}
          onClick={() => setPage(reachable)}
        />
      )}
      {pages > EDGE_BUTTONS_FROM_PAGES && <PageJump key={page} last={reachable} onJump={setPage} page={page} />}
      <TotalText atLeast={meta?.atLeast === true} isTruncated={pages > reachable} total={total} />
      {total > PAGE_SIZES[0] && <PageSizeInput onChange={setPerPage} value={perPage} />}
    </nav>
  );
}
