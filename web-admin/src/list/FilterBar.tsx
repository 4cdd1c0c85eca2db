import { Badge, Button, useMediaQuery } from '@mui/material';
import { useId, useState } from 'react';
import { FilterLiveForm, type RaRecord, SelectInput, TextInput, useListContext } from 'react-admin';
import { today } from '../format/format.ts';
import { T } from '../i18n/T.tsx';
import { useSay } from '../i18n/use-say.ts';
import { type Named, personName } from '../record/people.ts';
import { ChoiceFilter, RecordFilter } from './ChoiceFilter.tsx';
import type { Choice, FilterField } from './columns.ts';
import { recentMonths } from './months.ts';

/** Longest pause between keystrokes that still counts as typing, in milliseconds. */
const PAUSE_MS = 300;

const asOptions = (choices: readonly Choice[]) => choices.map(([id, name]) => ({ id, name }));

/** Resources that look up people and promotions by name. */
const REFERENCES = {
  agent: { reference: 'travel-agents', nameOf: (record: RaRecord) => personName(record as Named) },
  admin: { reference: 'admins', nameOf: (record: RaRecord) => personName(record as Named) },
  promotion: { reference: 'promotions', nameOf: ({ promoCode }: RaRecord) => String(promoCode) },
} as const;

function Input({ field }: { field: FilterField }) {
  const { source, label } = field;
  const shrink = { inputLabel: { shrink: true } };
  switch (field.kind) {
    case 'text': {
      const isSearch = source === 'q';
      return (
        <TextInput
          className={isSearch ? 'filter-search' : undefined}
          helperText={false}
          label={label}
          parse={(value: string) => value}
          slotProps={{ htmlInput: isSearch ? { 'data-search': '', 'aria-keyshortcuts': '/' } : {} }}
          source={source}
        />
      );
    }
    case 'date':
      return (
        <TextInput
          helperText={false}
          label={label}
          parse={(value: string) => value}
          slotProps={shrink}
          source={source}
          type="date"
        />
      );
    case 'month':
      return <ChoiceFilter choices={recentMonths(today())} label={label} source={source} />;
    case 'search':
      return <ChoiceFilter choices={field.choices} label={label} source={source} />;
    case 'choice':
      return (
        <SelectInput
          choices={asOptions(field.choices)}
          emptyText="All"
          helperText={false}
          label={label}
          slotProps={{ ...shrink, select: { displayEmpty: true } }}
          source={source}
        />
      );
    default:
      return <RecordFilter label={label} source={source} {...REFERENCES[field.kind]} />;
  }
}

/** The filters of a list, kept in the URL. On a phone they are behind a button that shows how many are set. */
export function FilterBar({ fields }: { fields: readonly FilterField[] }) {
  const say = useSay();
  const panel = useId();
  const isPhone = useMediaQuery('(max-width: 699px)');
  const [isOpen, setOpen] = useState(false);
  const { filterValues, setFilters } = useListContext();
  const set = Object.values(filterValues as object).filter((value) => value !== '' && value !== undefined).length;
  const isSearch = ({ source }: FilterField): boolean => source === 'q';
  const always = isPhone ? fields.filter(isSearch) : fields;
  const more = isPhone ? fields.filter((field) => !isSearch(field)) : [];
  return (
    <search aria-label={say('Filters')}>
      <FilterLiveForm debounce={PAUSE_MS}>
        <div className="filters">
          {always.map((field) => (
            <Input field={field} key={field.source} />
          ))}
          {more.length > 0 && (
            <Badge badgeContent={set} className="filter-button" color="primary">
              <Button
                aria-controls={panel}
                aria-expanded={isOpen}
                fullWidth
                onClick={() => setOpen(!isOpen)}
                variant="outlined"
              >
                <T>Filters</T>
              </Button>
            </Badge>
          )}
          {!isPhone && set > 0 && (
            <Button className="filter-clear" onClick={() => setFilters({}, {})}>
              <T>Clear filters</T>
            </Button>
          )}
        </div>
        {more.length > 0 && (
          <div className="filters" hidden={!isOpen} id={panel}>
            {more.map((field) => (
              <Input field={field} key={field.source} />
            ))}
          </div>
        )}
      </FilterLiveForm>
    </search>
  );
}
