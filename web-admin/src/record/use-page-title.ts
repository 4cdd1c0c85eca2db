import { useEffect } from 'react';

/** Names the browser's tab after the page: `Approvals · Fynbos Rewards`. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Fynbos Rewards' : `${title} · Fynbos Rewards`;
  }, [title]);
}
