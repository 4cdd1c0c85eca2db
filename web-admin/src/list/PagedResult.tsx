import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { json } from '../api/http.ts';
import { grouped } from '../format/format.ts';
import { T, useSay } from '../i18n/T.tsx';
import './list.css';
import { ActionButton, DownloadButton } from '../record/ActionButton.tsx';
import { RecordTabs } from '../record/RecordTabs.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { Empty } from '../record/texts.tsx';

const PAGE = 25;

type Value<Row, Field extends PropertyKey> = Row extends { readonly [_ in Field]: infer Found } ? Found : never;

/** A row of a result. Fields that only some groupings have are optional. */
export type RowOf<Row> = Pick<Row, keyof Row> & {
  readonly [Field in Row extends unknown ? keyof Row : never]?: Value<Row, Field>;
};

/** Reads rows of a result under `/api/admin/`, with their number in all pages. `by`: what the rows are grouped by. */
export async function resultPage<Row>(path: string, by: string, page: number, size: number, signal: AbortSignal) {
  const range = encodeURIComponent(JSON.stringify([page * size, (page + 1) * size - 1]));
  const { json: rows, headers } = await json(`/api/admin/${path}/results?by=${by}&range=${range}`, { signal });
  return { rows: rows as readonly Row[], total: Number(headers.get('Content-Range')?.split('/')[1] ?? 0) };
}

function Pages({ page, total, onChoose }: { page: number; total: number; onChoose: (page: number) => void }) {
  const say = useSay();
  return (
    <nav aria-label={say('Pages')} className="pager">
      <ActionButton label="Previous" disabled={page === 0} onClick={() => onChoose(page - 1)} variant="outlined" />
      <span aria-live="polite" className="pager-place">
        <T values={{ page: grouped(page + 1), total: grouped(Math.ceil(total / PAGE)) }}>
          {'Page %{page} of %{total}'}
        </T>
      </span>
      <ActionButton
        label="Next"
        disabled={(page + 1) * PAGE >= total}
        onClick={() => onChoose(page + 1)}
        variant="outlined"
      />
    </nav>
  );
}

interface Result<Row, Tab extends string> {
  /** Path of the result, under `/api/admin/`. */
  readonly path: string;
  /** First part of the names of the CSV files. */
  readonly name: string;
  readonly empty: string;
  readonly children: (rows: readonly Row[], tab: Tab) => ReactNode;
}

function Rows<Row, Tab extends string>({
  path,
  name,
  empty,
  tab,
  by,
  children,
}: Result<Row, Tab> & { tab: Tab; by: string }) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: [path, by, page],
    queryFn: ({ signal }) => resultPage<Row>(path, by, page, PAGE, signal),
  });
  return (
    <>
      <DownloadButton label="Download as CSV" name={`${name}-by-${by}.csv`} path={`${path}/result.csv?by=${by}`} />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      {!error && !data && <Waiting rows={8} />}
      {data?.total === 0 && <Empty>{empty}</Empty>}
      {data && data.total > 0 && children(data.rows, tab)}
      {data && data.total > PAGE && <Pages onChoose={setPage} page={page} total={data.total} />}
    </>
  );
}

/** The rows of a computed result in tabs, page by page, each tab with its CSV file. `tabs`: what each groups by. */
export const PagedResult = <Row, Tab extends string>({
  label,
  tabs,
  ...result
}: Result<Row, Tab> & { label: string; tabs: Readonly<Record<Tab, string>> }) => (
  <RecordTabs
    label={label}
    tabs={Object.fromEntries(
      (Object.keys(tabs) as Tab[]).map((tab) => [tab, <Rows {...result} by={tabs[tab]} key={tab} tab={tab} />]),
    )}
  />
);
