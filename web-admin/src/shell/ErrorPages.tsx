import { type ReactNode, useEffect, useRef } from 'react';
import type { ErrorProps } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { ActionButton } from '../components/ActionButton.tsx';
import { usePageTitle } from '../components/PageHead.tsx';
import { T, useTranslation } from '../i18n/T.tsx';

function EmptyPage({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslation();
  usePageTitle(translate(title));
  return (
    <div className="empty">
      <h1>{translate(title)}</h1>
      {children}
    </div>
  );
}

const LINK = {
  link: (
    <Link to="/home">
      <T>Go to the dashboard</T>
    </Link>
  ),
};

export const NoAccess = () => (
  <EmptyPage title="You do not have access to this page">
    <T as="p" values={LINK}>
      {'Your roles do not include it. An administrator can change them. %{link}'}
    </T>
  </EmptyPage>
);

export const NotFound = () => (
  <EmptyPage title="Page not found">
    <T as="p" values={LINK}>
      {'The address may be mistyped or old. %{link}'}
    </T>
  </EmptyPage>
);

/** Fallback for a page that failed. Other pages of the menu open as usual. */
export function ErrorFallback({ resetErrorBoundary }: ErrorProps & { resetErrorBoundary?: () => void }) {
  const { pathname } = useLocation();
  const failedPath = useRef(pathname);
  useEffect(() => {
    if (failedPath.current !== pathname) resetErrorBoundary?.();
  }, [pathname, resetErrorBoundary]);
  return (
    <div role="alert">
      <EmptyPage title="Something went wrong on this page">
        <T as="p">Confirmed changes are saved. Reload the page. If it happens again, tell support which page it was.</T>
        <p>
          <ActionButton label="Reload" onClick={() => window.location.reload()} variant="contained" />
        </p>
      </EmptyPage>
    </div>
  );
}
