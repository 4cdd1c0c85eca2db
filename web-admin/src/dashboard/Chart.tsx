import type { ReactNode } from 'react';
import { type Content, shownBy } from '../i18n/content.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import type { Wording } from '../i18n/wording.ts';
import { Panel } from '../record/Panel.tsx';
import { Wide } from '../record/Wide.tsx';

export interface ChartColumn {
  readonly label: string;
  readonly number?: boolean;
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
      <div aria-hidden className="chart-frame">
        {children}
      </div>
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
