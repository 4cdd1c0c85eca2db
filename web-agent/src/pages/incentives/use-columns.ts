import { useEffect, useState } from 'react';

/** The widths at which the grid of cards gets another column (incentives.css). */
const STEPS = ['(min-width: 40rem)', '(min-width: 60rem)'] as const;

const columnsNow = (): number =>
  typeof window.matchMedia === 'function' ? 1 + STEPS.filter((step) => window.matchMedia(step).matches).length : 1;

/** Returns the number of columns of the grid of cards. */
export function useColumns(): number {
  const [columns, setColumns] = useState(columnsNow);
  useEffect(() => {
    if (typeof window.matchMedia !== 'function') return;
    const queries = STEPS.map((step) => window.matchMedia(step));
    const changed = () => setColumns(columnsNow());
    for (const query of queries) query.addEventListener('change', changed);
    return () => {
      for (const query of queries) query.removeEventListener('change', changed);
    };
  }, []);
  return columns;
}
