import { useListContext } from 'react-admin';
import { InputField } from '../form/InputField.tsx';
import { useTranslation } from '../i18n/T.tsx';
import { useShowsCards } from '../theme/use-is-narrow.ts';
import './list.css';

const ORDERS = [
  ['ASC', '%{column}, ascending'],
  ['DESC', '%{column}, descending'],
] as const;

/** Sorts a table that is shown as cards, without column headers. `initial`: the order of the list. */
export function SortInput({
  columns,
  initial,
}: {
  columns: readonly { source: string; label: string; sortable?: boolean }[];
  initial: { field: string; order: 'ASC' | 'DESC' };
}) {
  const translate = useTranslation();
  const { sort, setSort } = useListContext();
  const sortable = columns.filter((column) => column.sortable);
  if (!useShowsCards() || sortable.length === 0) return null;
  const choices = sortable.flatMap(({ source, label }) =>
    ORDERS.map(([order, text]) => [`${source} ${order}`, translate([text, { column: [label] }])] as const),
  );
  const usual = `${initial.field} ${initial.order}`;
  const isListed = choices.some(([value]) => value === usual);
  const choose = (value: string) => {
    const [field = initial.field, order] = value.split(' ');
    setSort({ field, order: order === 'ASC' ? 'ASC' : 'DESC' });
  };
  return (
    <div className="filters">
      <InputField
        choices={isListed ? choices : [[usual, 'Usual order'], ...choices]}
        label="Order"
        onChange={choose}
        value={`${sort.field} ${sort.order}`}
      />
    </div>
  );
}
