import { type RaRecord, useListContext } from 'react-admin';
import { shownBy } from '../i18n/content.ts';
import { useSay } from '../i18n/use-say.ts';
import type { Column } from './columns.ts';

function Heading<Item extends RaRecord>({ column }: { column: Column<Item> }) {
  const say = useSay();
  const { sort, setSort } = useListContext();
  const mine = sort?.field === column.source;
  const order = mine && sort.order === 'ASC' ? 'DESC' : 'ASC';
  if (!column.sortable) {
    return (
      <th className={column.number ? 'number' : undefined} scope="col">
        {say(column.label)}
      </th>
    );
  }
  return (
    <th
      aria-sort={mine ? (sort.order === 'ASC' ? 'ascending' : 'descending') : 'none'}
      className={column.number ? 'number' : undefined}
      scope="col"
    >
      <button onClick={() => setSort({ field: column.source, order })} type="button">
        {say(column.label)}
        <span aria-hidden className="sort-mark">
          {mine ? (sort.order === 'ASC' ? '▲' : '▼') : ''}
        </span>
      </button>
    </th>
  );
}

/** The rows of a list as a table with a fixed heading; on a phone each row becomes a card. */
export function RecordTable<Item extends RaRecord>({
  columns,
  label,
}: {
  columns: readonly Column<Item>[];
  label: string;
}) {
  const say = useSay();
  const { data = [] } = useListContext<Item>();
  return (
    <div className="table-frame">
      <table aria-label={say(label)} className="records">
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading column={column} key={column.source} />
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((item) => (
            <tr key={item.id}>
              {columns.map((column, at) => {
                const content = shownBy(say, column.render(item));
                return at === 0 ? (
                  <th className="first" key={column.source} scope="row">
                    {content}
                  </th>
                ) : (
                  <td
                    className={column.number ? 'number' : undefined}
                    data-label={say(column.label)}
                    key={column.source}
                  >
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
