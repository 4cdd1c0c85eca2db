import { type ComponentProps, useState } from 'react';
import { FigureTable } from '../components/FigureTable.tsx';
import { Pager } from './Pager.tsx';

/** Page of rows, and rows per page, of a list outside the address. A new size opens the first page. */
export function usePages(size: number) {
  const [{ page, perPage }, setPages] = useState({ page: 1, perPage: size });
  return {
    page,
    perPage,
    setPage: (next: number) => setPages({ page: next, perPage }),
    setPerPage: (next: number) => setPages({ page: 1, perPage: next }),
  };
}

const ROWS_PER_PAGE = 10;

/** A `FigureTable` of many rows, page by page. */
export function PagedTable({ rows, ...table }: ComponentProps<typeof FigureTable>) {
  const pages = usePages(ROWS_PER_PAGE);
  const page = Math.min(pages.page, Math.ceil(rows.length / pages.perPage) || 1);
  const first = (page - 1) * pages.perPage;
  return (
    <>
      <FigureTable {...table} rows={rows.slice(first, first + pages.perPage)} />
      {rows.length > ROWS_PER_PAGE && <Pager {...pages} page={page} total={rows.length} />}
    </>
  );
}
