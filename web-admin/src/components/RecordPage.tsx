import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { type Crumb, PageHead } from './PageHead.tsx';
import { RecordTabs } from './RecordTabs.tsx';
import { ErrorNote } from './states.tsx';
import type { Read } from './use-read.tsx';

type Head = Omit<ComponentProps<typeof PageHead>, 'parent'>;

/** The reason why a record cannot be shown, below the way back. */
function PageError({ kind, parent, error }: { kind: string; parent: Crumb; error: unknown }) {
  const isUnknown = (error as { status?: number }).status === 404;
  return (
    <>
      <PageHead parent={parent} title={isUnknown ? ['%{title} not found', { title: [kind] }] : kind} />
      <ErrorNote
        error={isUnknown ? { status: 404, message: 'It does not exist. Check the address, or search for it.' } : error}
      />
    </>
  );
}

/**
 * The page stays while a later reading fails. Another record starts with fresh state: nothing typed, opened or shown in
 * full for one record appears under the next.
 */
export function RecordPage<Item>({
  read: { data, error, notice },
  kind,
  parent,
  head,
  tabs,
  children,
}: {
  read: Read<Item>;
  /** What the record is, such as `Promotion`: names the tabs, and the page where there is no such record. */
  kind: string;
  /** The list that leads to the record. */
  parent: Crumb;
  head: (record: Item) => Head;
  tabs?: (record: Item) => ComponentProps<typeof RecordTabs>['tabs'];
  /** Content above the tabs. */
  children?: (record: Item) => ReactNode;
}) {
  // A tab, a dialog and a past moment are in the query of the address.
  const { pathname } = useLocation();
  if (!data) return error ? <PageError error={error} kind={kind} parent={parent} /> : notice;
  const { actions, ...shown } = head(data);
  return (
    <>
      {/* The head itself stays, because it restores the focus. */}
      <PageHead {...shown} actions={actions && <Fragment key={pathname}>{actions}</Fragment>} parent={parent} />
      <Fragment key={pathname}>
        {notice}
        {children?.(data)}
        {tabs && <RecordTabs label={kind} tabs={tabs(data)} />}
      </Fragment>
    </>
  );
}
