import { useMemo } from 'react';
import { DataTable, type RaRecord, useListContext } from 'react-admin';
import { shownBy } from '../i18n/content.ts';
import { useSay } from '../i18n/use-say.ts';
import type { Column } from './columns.ts';
import { SelectRecord } from './Selection.tsx';

/**
 * Rows of a list: react-admin's `DataTable` with sorting, column selection and, with `nameOf`, row selection. Each
 * row is a card on a phone, where `data-label` names the values.
 */
export function RecordTable<Item extends RaRecord>({
  columns,
  label,
  storeKey,
  nameOf,
}: {
  columns: readonly Column<Item>[];
  label: string;
  storeKey: string;
  /** Names a record. With it, records can be selected. */
  nameOf?: (item: Item) => string;
}) {
  const say = useSay();
  const { isPlaceholderData } = useListContext<Item>() as { isPlaceholderData?: boolean };
  const hidden = useMemo(() => columns.filter(({ optional }) => optional).map(({ source }) => source), [columns]);
  return (
    <div aria-busy={isPlaceholderData} className="table-frame">
      <DataTable<Item>
        aria-label={say(label)}
        bulkActionButtons={false}
        className="records"
        hiddenColumns={hidden}
        hover
        rowClick={false}
        storeKey={storeKey}
      >
        {nameOf && (
          <DataTable.Col
            disableSort
            label="Select"
            render={(item: RaRecord) => <SelectRecord id={item.id} name={nameOf(item as Item)} />}
            source={'select' as never}
          />
        )}
        {columns.map(({ source, label: heading, sortable, number, render }, at) => (
          <DataTable.Col
            cellClassName={[at === 0 ? 'first' : '', number ? 'number' : ''].join(' ').trim()}
            data-label={say(heading)}
            disableSort={!sortable}
            headerClassName={number ? 'number' : ''}
            key={source}
            label={heading}
            render={(item: RaRecord) => shownBy(say, render(item as Item))}
            source={source as never}
          />
        ))}
      </DataTable>
    </div>
  );
}
