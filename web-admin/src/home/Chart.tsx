import type { ReactNode } from 'react';
import { Wide } from '../record/Wide.tsx';

export interface ChartColumn {
  readonly label: string;
  readonly number?: boolean;
}

/** A chart whose title says the finding, with the same figures as a table beside it. */
export function Chart({
  title,
  columns,
  rows,
  children,
}: {
  title: string;
  columns: readonly ChartColumn[];
  rows: readonly (readonly ReactNode[])[];
  children: ReactNode;
}) {
  return (
    <section className="chart">
      <h2>{title}</h2>
      <div aria-hidden className="chart-frame">
        {children}
      </div>
      <details>
        <summary>The figures</summary>
        <Wide>
          <table className="plain-table">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                {columns.map(({ label, number }) => (
                  <th className={number ? 'number' : undefined} key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={String(at)}>
                  {row.map((cell, place) => (
                    <td className={columns[place]?.number ? 'number' : undefined} key={columns[place]?.label}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </details>
    </section>
  );
}
