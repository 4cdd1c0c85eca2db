import { type ReactElement, type ReactNode, useEffect } from 'react';
import { ColumnsButton, ListBase, type RaRecord, useListContext, useNotify } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useAsOf } from '../past/as-of.tsx';
import { PageHead } from '../record/PageHead.tsx';
import { ErrorNote, Waiting } from '../record/states.tsx';
import type { Column, FilterField } from './columns.ts';
import { ExportButton } from './ExportButton.tsx';
import { FilterBar } from './FilterBar.tsx';
import { rememberSearch } from './last-search.ts';
import './list.css';
import { T } from '../i18n/T.tsx';
import { ListNews } from './ListNews.tsx';
import { Pager } from './Pager.tsx';
import { RecordTable } from './RecordTable.tsx';
import { SavedViews } from './SavedViews.tsx';
import { SelectionBar } from './Selection.tsx';

export interface ListPageProps<Item extends RaRecord> {
  readonly resource: string;
  readonly title: string;
  readonly columns: readonly Column<Item>[];
  readonly filters?: readonly FilterField[];
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' };
  /** Rows per page. Default: 10 (specification, Manage Travel Agents). */
  readonly perPage?: number;
  /** Actions on selected records, and their names. Without it records cannot be selected. */
  readonly bulk?: { readonly actions: ReactElement; nameOf(item: Item): string };
  /** Filters applied until the administrator chooses others. */
  readonly filterDefaults?: Readonly<Record<string, unknown>>;
  /** One line below the title. */
  readonly about?: ReactNode;
  /** Filters that always apply and are not shown. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  readonly actions?: ReactNode;
  /** Whether the server offers the list as CSV under `{resource}.csv`. */
  readonly exportable?: boolean;
  /** Message for a list without rows: its purpose and the first step. */
  readonly empty: ReactNode;
  /** Whether the list is part of another page: it has no title and does not use the URL. */
  readonly embedded?: boolean;
}

function Content<Item extends RaRecord>({
  columns,
  title,
  empty,
  bulk,
  storeKey,
}: Pick<ListPageProps<Item>, 'columns' | 'title' | 'empty' | 'bulk'> & { storeKey: string }) {
  const { data, error, isPending, total, filterValues, page } = useListContext<Item>();
  const asOf = useAsOf();
  if (error) return <ErrorNote error={error} />;
  if (isPending) return <Waiting rows={8} />;
  if (data?.length === 0 && page > 1) return <Waiting rows={8} />;
  if (!data || data.length === 0) {
    const isFiltered = Object.keys(filterValues ?? {}).length > 0;
    return (
      <div className="empty">
        {isFiltered ? (
          <T as="p">Nothing matches these filters. Clear one of them to see more.</T>
        ) : asOf ? (
          <T as="p">Nothing was recorded by then.</T>
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
      <ListNews />
      {bulk && !asOf && <SelectionBar>{bulk.actions}</SelectionBar>}
      <RecordTable
        {...(bulk && !asOf ? { nameOf: bulk.nameOf } : {})}
        columns={columns}
        label={title}
        storeKey={storeKey}
      />
      <Pager />
    </>
  );
}

/** Says that a page cannot be shown, before react-admin opens the first one instead. */
function MissingPage() {
  const notify = useNotify();
  const { page, data, isFetching } = useListContext();
  const isMissing = page > 1 && !isFetching && !data?.length;
  useEffect(() => {
    if (isMissing) notify('Page %{page} cannot be shown. This is page 1.', { messageArgs: { page }, type: 'warning' });
  }, [isMissing, page, notify]);
  return null;
}

/** Remembers the query string of the list, so that the breadcrumb of a record returns to the same page of it. */
function useRememberedSearch(resource: string, isOff: boolean): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!isOff && pathname === `/${resource}`) rememberSearch(pathname, search);
  }, [pathname, search, resource, isOff]);
}

/**
 * A list of a REST resource: filters in the URL, a table with selectable columns, and pages. All lists of the dashboard
 * use it.
 */
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
    embedded = false,
    bulk,
    filterDefaults,
    about,
  } = props;
  const asOf = useAsOf();
  const storeKey = `${resource}${embedded ? '.embedded' : ''}.columns`;
  useRememberedSearch(resource, embedded);
  return (
    <ListBase
      disableSyncWithLocation={embedded}
      exporter={false}
      filter={fixed}
      filterDefaultValues={filterDefaults}
      // The key makes react-admin drop the rows of the previous list before the new ones arrive.
      key={resource}
      perPage={perPage}
      queryOptions={{ meta: { asOf } }}
      resource={resource}
      sort={sort}
      storeKey={false}
    >
      {!embedded && (
        <PageHead
          about={about}
          actions={
            <>
              <ColumnsButton className="columns-button" storeKey={storeKey} />
              <SavedViews />
              {exportable && <ExportButton resource={resource} />}
              {!asOf && actions}
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
      <MissingPage />
      {filters.length > 0 && <FilterBar fields={filters} />}
      <Content {...(bulk ? { bulk } : {})} columns={columns} empty={empty} storeKey={storeKey} title={title} />
    </ListBase>
  );
}
