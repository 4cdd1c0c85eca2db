import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Content, shownBy } from '../i18n/content.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import type { Wording } from '../i18n/wording.ts';
import { Wide } from '../record/FigureTable.tsx';
import { Panel } from '../record/Panel.tsx';

export interface ChartColumn {
  readonly label: string;
  readonly number?: boolean;
}

/** Distance from the window at which a chart is drawn. */
const NEAR = '300px';

/** Draws a chart when it comes near the window: drawing all charts at once would block the page. */
function Drawn({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !frame.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((each) => each.isIntersecting) && setNear(true),
      {
        rootMargin: NEAR,
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
  columns: readonly ChartColumn[];
  rows: readonly (readonly Content[])[];
  children: ReactNode;
}) {
  const say = useSay();
  return (
    <Panel sx={{ display: 'flex', flexDirection: 'column' }} title={title}>
      <Drawn>{children}</Drawn>
      <details className="chart-table">
        <summary>
          <T>Show as table</T>
        </summary>
        <Wide>
          <table className="plain-table">
            <caption className="sr-only">{say(title)}</caption>
            <thead>
              <tr>
                {columns.map(({ label, number }) => (
                  <th className={number ? 'number' : undefined} key={label} scope="col">
                    {say(label)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={String(at)}>
                  {row.map((cell, place) => (
                    <td className={columns[place]?.number ? 'number' : undefined} key={columns[place]?.label}>
                      {shownBy(say, cell)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </details>
    </Panel>
  );
}
