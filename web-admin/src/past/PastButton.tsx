import HistoryIcon from '@mui/icons-material/HistoryOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSay } from '../i18n/use-say.ts';
import { loadPage } from '../shell/load-page.ts';
import { hasPast } from './moment.ts';

const PastDialog = lazy(() => loadPage(() => import('./PastDialog.tsx')));
const LABEL = 'View as of…';

/** Opens the same page as of a chosen moment. Hidden on pages without history. */
export function PastButton() {
  const say = useSay();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  if (!hasPast(pathname)) return null;
  return (
    <>
      <Tooltip title={say(LABEL)}>
        <IconButton aria-label={say(LABEL)} color="inherit" onClick={() => setOpen(true)}>
          <HistoryIcon />
        </IconButton>
      </Tooltip>
      {isOpen && (
        <Suspense fallback={null}>
          <PastDialog onClose={() => setOpen(false)} title={LABEL} />
        </Suspense>
      )}
    </>
  );
}
