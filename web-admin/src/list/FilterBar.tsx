import { MenuItem, TextField } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useListContext } from 'react-admin';
import { useSay } from '../i18n/use-say.ts';
import type { FilterField } from './columns.ts';

const PAUSE_MS = 300;

/** A text that is handed on when typing pauses. */
function TextFilter({
  field,
  value,
  onChange,
}: {
  field: FilterField;
  value: string;
  onChange: (value: string) => void;
}) {
  const say = useSay();
  const [typed, setTyped] = useState(value);
  const last = useRef(value);
  useEffect(() => {
    if (value === last.current) return;
    last.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === last.current) return undefined;
    const timer = setTimeout(() => {
      last.current = typed;
      onChange(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <TextField
      className={field.source === 'q' ? 'filter-search' : undefined}
      label={say(field.label)}
      onChange={(event) => setTyped(event.target.value)}
      slotProps={{
        htmlInput: field.source === 'q' ? { 'data-search': '', 'aria-keyshortcuts': '/' } : {},
        ...(field.kind === 'text' ? {} : { inputLabel: { shrink: true } }),
      }}
      type={field.kind === 'text' ? 'search' : field.kind}
      value={typed}
    />
  );
}

/** The filters of a list, kept in the URL. */
export function FilterBar({ fields }: { fields: readonly FilterField[] }) {
  const say = useSay();
  const { filterValues, setFilters } = useListContext();
  const change = (source: string) => (value: string) => {
    const next: Record<string, unknown> = { ...filterValues };
    if (value === '') delete next[source];
    else next[source] = value;
    setFilters(next, {}, false);
  };
  return (
    <search aria-label={say('Filters')} className="filters">
      {fields.map((field) => {
        const value = String((filterValues as Record<string, unknown>)[field.source] ?? '');
        if (field.kind !== 'choice')
          return <TextFilter field={field} key={field.source} onChange={change(field.source)} value={value} />;
        return (
          <TextField
            key={field.source}
            label={say(field.label)}
            onChange={(event) => change(field.source)(event.target.value)}
            select
            slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
            sx={{ minWidth: 140 }}
            value={value}
          >
            <MenuItem value="">{say('All')}</MenuItem>
            {field.choices.map(([choice, label]) => (
              <MenuItem key={choice} value={choice}>
                {say(label)}
              </MenuItem>
            ))}
          </TextField>
        );
      })}
    </search>
  );
}
