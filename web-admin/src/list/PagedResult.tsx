import type { ReactNode } from 'react';
import { json } from '../api/http.ts';
import { useAnswer } from '../components/use-read.tsx';
import './list.css';
import { DownloadButton } from '../components/ActionButton.tsx';
import { RecordTabs } from '../components/RecordTabs.tsx';
import { Empty } from '../components/texts.tsx';
import { useIsNarrow } from '../theme/use-is-narrow.ts';
import { usePages } from './PagedTable.tsx';
import { Pager } from './Pager.tsx';

type Value<Row, Field extends PropertyKey> = Row extends { readonly [_ in Field]: infer Found } ? Found : never;

/** A row of a result. Fields that only some groupings have are optional. */
export type RowOf<Row> = Pick<Row, keyof Row> & {
  readonly [Field in Row extends unknown ? keyof Row : never]?: Value<Row, Field>;
};

/** Reads a page of a result under `/api/admin/`, with the number of rows in all pages. `by`: the grouping. */
export async function resultPage<Row>(path: string, by: string, page: number, size: number, signal: AbortSignal) {
  const range = encodeURIComponent(JSON.stringify([(page - 1) * size, page * size - 1]));
  const { json: rows, headers } = await json(`/api/admin/${path}/results?by=${by}&range=${range}`, { signal });
  return { rows: rows as readonly Row[], total: Number(headers.get('Content-Range')?.split('/')[1] ?? 0) };
}

interface Result<Row, By extends string> {
  /** Path of the result, under `/api/admin/`. */
  readonly path: string;
  readonly empty: string;
  readonly children: (rows: readonly Row[], by: By) => ReactNode;
}

function Rows<Row, By extends string>({ path, empty, by, children }: Result<Row, By> & { by: By }) {
  const pages = usePages(useIsNarrow() ? 10 : 25);
  const { page, perPage } = pages;
  const { data, notice } = useAnswer(
    [path, by, page, perPage],
    (signal) => resultPage<Row>(path, by, page, perPage, signal),
    { keepsPrevious: true, rows: 8 },
  );
  return (
    <>
      <DownloadButton label="Download as CSV" path={`${path}/result.csv?by=${by}`} />
      {notice}
      {data?.total === 0 && <Empty>{empty}</Empty>}
      {data && data.total > 0 && children(data.rows, by)}
      <Pager {...pages} total={data?.total} />
    </>
  );
}

/** The rows of a computed result page by page, in a tab with its CSV file for each of `groupings`. */
export const PagedResult = <Row, By extends string>({
  label,
  groupings,
  ...result
}: Result<Row, By> & { label: string; groupings: readonly By[] }) => (
  <RecordTabs
    label={label}
    tabs={Object.fromEntries(groupings.map((by) => [`by-${by}`, <Rows {...result} by={by} key={by} />]))}
  />
);
