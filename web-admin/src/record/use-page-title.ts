import { useEffect } from 'react';

/** Sets the title of the browser tab: `Approvals · Fynbos Rewards`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Fynbos Rewards' : `${title} · Fynbos Rewards`;
  }, [title]);
}
