import type { ReactNode } from 'react';
import { ListBase, type RaRecord, Title, useListContext } from 'react-admin';
import { PageHead } from '../record/PageHead.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import { useAsOf } from '../shell/as-of.tsx';
import type { Column, FilterField } from './columns.ts';
import { ExportButton } from './ExportButton.tsx';
import { FilterBar } from './FilterBar.tsx';
import './list.css';
import { T } from '../i18n/T.tsx';
import { Pager } from './Pager.tsx';
import { RecordTable } from './RecordTable.tsx';

export interface ListPageProps<Item extends RaRecord> {
  readonly resource: string;
  readonly title: string;
  readonly columns: readonly Column<Item>[];
  readonly filters?: readonly FilterField[];
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  /** Rows a page; 10 when not given (specification, Manage Travel Agents). */
  readonly perPage?: number;
  /** Always applied, not shown. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly actions?: ReactNode;
  /** Whether the list can be had as CSV under `{resource}.csv`. */
  readonly exportable?: boolean;
  /** What this is and what to do first, for a list without anything. */
  readonly empty: ReactNode;
  /** Within another page: no title of its own, no URL of its own. */
  readonly embedded?: boolean;
}

function Content<Item extends RaRecord>({
  columns,
  title,
  empty,
}: Pick<ListPageProps<Item>, 'columns' | 'title' | 'empty'>) {
  const { data, error, isPending, total, filterValues } = useListContext<Item>();
  const asOf = useAsOf();
  if (error) return <ErrorNote error={error} />;
  if (isPending) return <Waiting rows={8} />;
  if (!data || data.length === 0) {
    const isFiltered = Object.keys(filterValues ?? {}).length > 0;
    return (
      <div className="empty">
        {isFiltered ? (
          <p>
            <T>Nothing matches these filters. Clear one of them to see more.</T>
          </p>
        ) : asOf ? (
          <p>
            <T>Nothing had been recorded by this moment.</T>
          </p>
        ) : (
          empty
        )}
      </div>
    );
  }
  return (
    <>
      <p aria-live="polite" className="sr-only">
        <T values={{ count: total ?? 0 }}>{'%{count} found'}</T>
      </p>
      <RecordTable columns={columns} label={title} />
      <Pager />
    </>
  );
}

/** A list of the REST: filters in the URL, a table, pages. All lists of the dashboard are this one. */
export function ListPage<Item extends RaRecord>(props: ListPageProps<Item>) {
  const {
    resource,
    title,
    columns,
    filters = [],
    sort,
    perPage = 10,
    fixed,
    actions,
    exportable,
    empty,
    embedded,
  } = props;
  const asOf = useAsOf();
  return (
    <ListBase
      disableSyncWithLocation={embedded}
      exporter={false}
      filter={fixed}
      perPage={perPage}
      queryOptions={{ meta: { asOf } }}
      resource={resource}
      sort={sort}
      storeKey={false}
    >
      {!embedded && <Title title={title} />}
      {!embedded && (
        <PageHead
          actions={
            <>
              {!asOf && actions}
              {exportable && <ExportButton resource={resource} />}
            </>
          }
          title={title}
        />
      )}
      {embedded && exportable && (
        <div className="list-actions">
          <ExportButton resource={resource} />
        </div>
      )}
      {filters.length > 0 && <FilterBar fields={filters} />}
      <Content columns={columns} empty={empty} title={title} />
    </ListBase>
  );
}
