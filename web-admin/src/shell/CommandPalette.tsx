import SearchIcon from '@mui/icons-material/Search';
import { ButtonBase } from '@mui/material';
import { lazy, Suspense, useEffect, useState } from 'react';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { loadPage } from './load-page.ts';

const PaletteDialog = lazy(() => loadPage(() => import('./PaletteDialog.tsx')));
const isMac = /mac/i.test(navigator.platform);

/** Search over people, reservations, promotions and pages: a field in the top bar, and Ctrl+K or ⌘K on every page. */
export function CommandPalette() {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <ButtonBase
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={say('Search everything')}
        className="palette-button"
        onClick={() => setOpen(true)}
      >
        <SearchIcon fontSize="small" />
        <span className="palette-hint">
          <T>Search agents, reservations, pages</T>
        </span>
        <kbd aria-hidden>
          <T>{isMac ? '⌘K' : 'Ctrl K'}</T>
        </kbd>
      </ButtonBase>
      {isOpen && (
        <Suspense fallback={null}>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
