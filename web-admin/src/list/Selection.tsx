import { Checkbox } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { ActionButton } from '../components/ActionButton.tsx';
import { T, useTranslation } from '../i18n/T.tsx';

/** Selects one record of a list; `name` names it to screen readers. */
export function SelectRecord({ id, name }: { id: RaRecord['id']; name: string }) {
  const translate = useTranslation();
  const { selectedIds, onToggleItem } = useListContext();
  return (
    <Checkbox
      className="select-record"
      checked={selectedIds.includes(id)}
      onChange={() => onToggleItem(id)}
      size="small"
      slotProps={{ input: { 'aria-label': translate('Select %{name}', { name }) } }}
      sx={{ padding: 0.5 }}
    />
  );
}

/** The number of selected records and the actions on them; nothing while none is selected. */
export function SelectionBar({ children }: { children: ReactNode }) {
  const { selectedIds, onUnselectItems, data = [], onSelect } = useListContext();
  if (selectedIds.length === 0) return null;
  return (
    <div className="actions bulk-bar">
      <span aria-live="polite">
        <T values={{ count: selectedIds.length }}>{'%{count} selected |||| %{count} selected'}</T>
      </span>
      {children}
      <ActionButton
        label="Select this page"
        onClick={() => onSelect([...new Set([...selectedIds, ...data.map(({ id }) => id)])])}
        size="small"
      />
      <ActionButton label="Clear selection" onClick={() => onUnselectItems()} size="small" />
    </div>
  );
}
