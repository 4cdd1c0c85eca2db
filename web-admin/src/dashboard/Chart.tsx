import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FigureColumn, FigureTable } from '../components/FigureTable.tsx';
import { Panel } from '../components/Panel.tsx';
import { type Content, T, type Wording } from '../i18n/T.tsx';
import './home.css';

/** Distance from the window at which a chart is drawn. */
const PRERENDER_MARGIN = '300px';

/** Draws a chart when it comes near the window: drawing all charts at once would block the page. */
function DrawWhenNear({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !frame.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((each) => each.isIntersecting) && setNear(true),
      {
        rootMargin: PRERENDER_MARGIN,
      },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div aria-hidden className="chart-frame" ref={frame}>
      {isNear && children}
    </div>
  );
}

/** A chart with its finding as the title and a table of the same figures. */
export function Chart({
  title,
  columns,
  rows,
  children,
}: {
  title: Wording;
  columns: readonly FigureColumn[];
  rows: readonly (readonly Content[])[];
  children: ReactNode;
}) {
  return (
    <Panel title={title}>
      <DrawWhenNear>{children}</DrawWhenNear>
      <details className="chart-table">
        <T as="summary">Show as table</T>
        <FigureTable caption={title} columns={columns} rows={rows.map((row, at) => [String(at), ...row])} />
      </details>
    </Panel>
  );
}
