import type { ReactNode } from 'react';
import { type Content, shownBy, useSay, type Wording } from '../i18n/T.tsx';
import { Empty } from './texts.tsx';
import './FigureTable.css';

/** Label of a column. Columns of figures are right-aligned, with tabular digits. */
export type FigureColumn = string | { readonly figure: string };

/** A column of figures. */
export const figure = (label: string): FigureColumn => ({ figure: label });
export const figures = (...labels: readonly string[]): FigureColumn[] => labels.map(figure);

const labelOf = (column: FigureColumn = ''): string => (typeof column === 'string' ? column : column.figure);

/** Most columns that fit a phone side by side. */
const MOST_ON_PHONE = 2;

/**
 * A table whose rows begin with a header. On a phone, each row of a table with many columns is a card, where
 * `data-label` names the values.
 */
export function FigureTable({
  caption,
  columns: all,
  rows,
  totals,
  isCaptionShown = false,
  empty,
}: {
  caption: Wording;
  /** False hides a column and its cells. */
  columns: readonly (FigureColumn | false)[];
  rows: readonly (readonly [key: string, ...cells: Content[]])[];
  totals?: readonly Content[];
  isCaptionShown?: boolean;
  /** Text in place of a table without rows. */
  empty?: Wording;
}) {
  const say = useSay();
  if (empty && rows.length === 0) return <Empty>{empty}</Empty>;
  const columns = all.filter((column) => column !== false);
  const shownOf = (cells: readonly Content[]) => cells.filter((_, place) => all[place] !== false);
  const side = (place: number) => (typeof columns[place] === 'object' ? 'number' : undefined);
  const cellAt = (cell: Content, place: number) =>
    place === 0 ? (
      <th className={side(0)} key="first" scope="row">
        {shownBy(say, cell)}
      </th>
    ) : (
      <td className={side(place)} data-label={say(labelOf(columns[place]))} key={labelOf(columns[place])}>
        {shownBy(say, cell)}
      </td>
    );
  return (
    <Wide>
      <table className={columns.length > MOST_ON_PHONE ? 'plain-table figures as-cards' : 'plain-table figures'}>
        <caption className={isCaptionShown ? undefined : 'sr-only'}>{say(caption)}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th className={side(place)} key={labelOf(column)} scope="col">
                {say(labelOf(column))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ...cells]) => (
            <tr key={key}>{shownOf(cells).map(cellAt)}</tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>{totals.map(cellAt)}</tr>
          </tfoot>
        )}
      </table>
    </Wide>
  );
}

/** A table of names and values without a head, such as a calculation. */
export function SumTable({
  caption,
  rows,
  areFigures = false,
}: {
  caption: string;
  rows: readonly (readonly [key: string, name: Content, value: Content])[];
  /** Whether the values are right-aligned, with tabular digits. */
  areFigures?: boolean;
}) {
  const say = useSay();
  return (
    <table className="plain-table sum">
      <caption className="sr-only">{say(caption)}</caption>
      <tbody>
        {rows.map(([key, name, value]) => (
          <tr key={key}>
            <th scope="row">{shownBy(say, name)}</th>
            <td className={areFigures ? 'number' : undefined}>{shownBy(say, value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Puts a wide table into a container that scrolls horizontally, also by keyboard. */
export function Wide({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot scroll what has nothing to focus on.
    <div className="scroll-x" tabIndex={0}>
      {children}
    </div>
  );
}
