import { LinearProgress } from '@mui/material';
import { useEffect, useState } from 'react';
import { useLoading } from 'react-admin';
import { useSay } from '../i18n/use-say.ts';

/** Calls shorter than this show no bar, so that quick responses do not flicker. In milliseconds. */
const QUICK_MS = 150;

/** A thin bar at the top of the window while calls to the server are pending. */
export function LoadingBar() {
  const say = useSay();
  const isLoading = useLoading();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), QUICK_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isShown ? <LinearProgress aria-label={say('Loading')} className="loading-bar" /> : null;
}
