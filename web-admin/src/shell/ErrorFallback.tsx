import { Button } from '@mui/material';
import { useEffect, useRef } from 'react';
import type { ErrorProps } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { T } from '../i18n/T.tsx';
import { usePageTitle } from '../record/use-page-title.ts';

/** Fallback for a page that failed. Other pages of the menu open as usual. */
export function ErrorFallback({ resetErrorBoundary }: ErrorProps & { resetErrorBoundary?: () => void }) {
  usePageTitle('Something went wrong');
  const { pathname } = useLocation();
  const failed = useRef(pathname);
  useEffect(() => {
    if (failed.current !== pathname) resetErrorBoundary?.();
  }, [pathname, resetErrorBoundary]);
  return (
    <div className="empty" role="alert">
      <h1>
        <T>Something went wrong on this page</T>
      </h1>
      <p>
        <T>Nothing was changed. Reload the page; if it happens again, tell support which page it was.</T>
      </p>
      <p>
        <Button onClick={() => window.location.reload()} variant="contained">
          <T>Reload</T>
        </Button>
      </p>
    </div>
  );
}
