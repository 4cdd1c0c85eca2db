import { Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from '@mui/material';
import { type Content, translatedContent, useTranslation, type Wording } from '../i18n/T.tsx';
import { Empty, Heading, Value } from './texts.tsx';
import './table.css';

/** Label of a column. Columns of figures are right-aligned, with tabular digits. */
export type FigureColumn = string | { readonly figure: string };

export const figure = (label: string): FigureColumn => ({ figure: label });
export const figures = (...labels: readonly string[]): FigureColumn[] => labels.map(figure);

const labelOf = (column: FigureColumn = ''): string => (typeof column === 'string' ? column : column.figure);

const classOf = (column: FigureColumn | undefined): string => (typeof column === 'object' ? 'number' : '');

/** The cells of a row, of which the first is its header. An empty cell has a dash, except in totals. */
function RowCells({
  columns,
  cells,
  isTotal = false,
}: {
  columns: readonly FigureColumn[];
  cells: readonly Content[];
  isTotal?: boolean;
}) {
  const translate = useTranslation();
  return cells.map((cell, place) => (
    <TableCell
      className={classOf(columns[place])}
      data-label={place === 0 ? undefined : translate(labelOf(columns[place]))}
      key={labelOf(columns[place])}
      {...(place === 0 && { component: 'th', scope: 'row' })}
    >
      {isTotal ? translatedContent(translate, cell) : <Value value={cell} />}
    </TableCell>
  ));
}

/** Most columns that fit a phone side by side. */
const MAX_COLUMNS_ON_PHONE = 2;

/** Rows begin with a header. On a phone, each row of a table with many columns is a card, as in a list. */
export function FigureTable({
  caption,
  columns: all,
  rows,
  totals,
  isTitled = false,
  empty,
}: {
  caption: Wording;
  /** False hides a column and its cells. */
  columns: readonly (FigureColumn | false)[];
  rows: readonly (readonly [key: string, ...cells: Content[]])[];
  totals?: readonly Content[];
  /** Whether the caption is a heading above the table, and not only for screen readers. */
  isTitled?: boolean;
  /** Text in place of a table without rows. */
  empty?: Wording;
}) {
  const translate = useTranslation();
  const title = isTitled && <Heading>{caption}</Heading>;
  if (empty && rows.length === 0)
    return (
      <>
        {title}
        <Empty>{empty}</Empty>
      </>
    );
  const columns = all.filter((column) => column !== false);
  const shownOf = (cells: readonly Content[]) => cells.filter((_, place) => all[place] !== false);
  const table = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs.
    <div
      aria-label={translate(caption)}
      className={columns.length > MAX_COLUMNS_ON_PHONE ? 'table scroll-x as-cards' : 'table scroll-x'}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot scroll what has nothing to focus on.
      tabIndex={0}
    >
      <Table>
        <caption className="sr-only">{translate(caption)}</caption>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell className={classOf(column)} key={labelOf(column)} scope="col">
                {translate(labelOf(column))}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(([key, ...cells]) => (
            <TableRow hover key={key}>
              <RowCells cells={shownOf(cells)} columns={columns} />
            </TableRow>
          ))}
        </TableBody>
        {totals && (
          <TableFooter>
            <TableRow>
              <RowCells cells={totals} columns={columns} isTotal />
            </TableRow>
          </TableFooter>
        )}
      </Table>
    </div>
  );
  return (
    <>
      {title}
      {table}
    </>
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
  const translate = useTranslation();
  return (
    <div className="table sum">
      <Table>
        <caption className="sr-only">{translate(caption)}</caption>
        <TableBody>
          {rows.map(([key, name, value]) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row">
                {translatedContent(translate, name)}
              </TableCell>
              <TableCell className={areFigures ? 'number' : undefined}>{translatedContent(translate, value)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
