import type { ReactNode } from 'react';
import { Wide } from '../record/Wide.tsx';
import './finance.css';

export interface FigureColumn {
  readonly label: string;
  /** A figure: to the right, in tabular digits. */
  readonly number?: boolean;
}

/** A table of figures in a box of its own that scrolls sideways; the first cell of a row is its heading. */
export function FigureTable({
  caption,
  columns,
  rows,
  totals,
  isCaptionShown = false,
}: {
  caption: string;
  columns: readonly FigureColumn[];
  rows: readonly (readonly [key: string, ...cells: ReactNode[]])[];
  totals?: readonly ReactNode[];
  isCaptionShown?: boolean;
}) {
  const side = (place: number) => (columns[place]?.number ? 'number' : undefined);
  return (
    <Wide>
      <table className="plain-table figures">
        <caption className={isCaptionShown ? undefined : 'sr-only'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label }, place) => (
              <th className={side(place)} key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, first, ...cells]) => (
            <tr key={key}>
              <th className={side(0)} scope="row">
                {first}
              </th>
              {cells.map((cell, index) => (
                <td className={side(index + 1)} key={columns[index + 1]?.label}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              {totals.map((cell, place) =>
                place === 0 ? (
                  <th key={columns[place]?.label} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td className={side(place)} key={columns[place]?.label}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </Wide>
  );
}
