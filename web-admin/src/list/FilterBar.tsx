import { Button, Chip } from '@mui/material';
import { useId, useState } from 'react';
import { FilterLiveForm, type RaRecord, useInput, useListContext } from 'react-admin';
import { ActionButton } from '../components/ActionButton.tsx';
import { type Named, personName } from '../components/person-links.tsx';
import { useChosenRecord } from '../components/use-chosen-record.ts';
import { Field } from '../form/inputs.tsx';
import { RecordPicker, SearchSelect } from '../form/RecordPicker.tsx';
import { date, today, words } from '../format/format.ts';
import { T, useTranslation, type Wording } from '../i18n/T.tsx';
import { useShowsCards } from '../theme/use-is-narrow.ts';
import type { Choice, FilterField } from './columns.ts';
import { monthName, recentMonths } from './months.ts';

/** A filter for many values, chosen by typing part of a label. */
function ChoiceFilter({ source, label, choices }: { source: string; label: string; choices: readonly Choice[] }) {
  const translate = useTranslation();
  const { field } = useInput({ source });
  return (
    <SearchSelect
      getOptionKey={([value]) => value}
      getOptionLabel={([, text]) => translate(text)}
      isOptionEqualToValue={([a], [b]) => a === b}
      label={label}
      onChange={(_, choice) => field.onChange(choice?.[0] ?? '')}
      options={choices}
      value={choices.find(([value]) => value === String(field.value ?? '')) ?? null}
    />
  );
}

/** A filter that chooses a record of another resource by name. */
function RecordFilter({ source, kind, label }: { source: string; kind: keyof typeof REFERENCES; label: string }) {
  const { field } = useInput({ source });
  return <RecordPicker {...REFERENCES[kind]} label={label} onChange={field.onChange} value={field.value ?? ''} />;
}

/** Longest pause between keystrokes that still counts as typing, in milliseconds. */
const DEBOUNCE_MS = 300;

const labelled = (choice: Choice | string): Choice => (typeof choice === 'string' ? [choice, words(choice)] : choice);

/** Resources that look up people and promotions by name. */
const REFERENCES = {
  agent: { reference: 'travel-agents', nameOf: (record: RaRecord) => personName(record as Named) },
  admin: { reference: 'admins', nameOf: (record: RaRecord) => personName(record as Named) },
  promotion: { reference: 'promotions', nameOf: ({ promoCode }: RaRecord) => String(promoCode) },
} as const;

function Input({ field }: { field: FilterField }) {
  const { source, label } = field;
  switch (field.kind) {
    case 'text':
    case 'date':
      return (
        <Field
          isOptional
          label={label}
          source={source}
          type={field.kind}
          {...(source === 'q' && {
            className: 'filter-search',
            slotProps: { htmlInput: { 'data-search': '', 'aria-keyshortcuts': '/' } },
          })}
        />
      );
    case 'month':
      return <ChoiceFilter choices={recentMonths(today())} label={label} source={source} />;
    case 'search':
      return <ChoiceFilter choices={field.choices} label={label} source={source} />;
    case 'choice':
      return <Field choices={[['', 'All'], ...field.choices.map(labelled)]} isOptional label={label} source={source} />;
    default:
      return <RecordFilter kind={field.kind} label={label} source={source} />;
  }
}

/** A filter with its value in words. */
function FilterText({ field, value }: { field: FilterField; value: unknown }) {
  const { label, kind } = field;
  const reference = kind === 'agent' || kind === 'admin' || kind === 'promotion' ? REFERENCES[kind] : null;
  const record = useChosenRecord(reference?.reference ?? '', reference ? (value as string) : '');
  const choice =
    'choices' in field ? field.choices.map(labelled).find(([each]) => each === String(value))?.[1] : undefined;
  const shown: Wording =
    choice !== undefined
      ? [choice]
      : record && reference
        ? reference.nameOf(record)
        : kind === 'month'
          ? monthName(String(value))
          : kind === 'date'
            ? date(String(value))
            : String(value);
  return <T values={{ label: [label], value: shown }}>{'%{label}: %{value}'}</T>;
}

/** A desktop shows up to `MAX_VISIBLE_FILTERS` filters, or else the first `COLLAPSED_FILTERS`. */
const MAX_VISIBLE_FILTERS = 7;
const COLLAPSED_FILTERS = 3;

/** Filters are in the URL. Those without room are behind a button that shows how many of them are set. */
export function FilterBar({ fields }: { fields: readonly FilterField[] }) {
  const translate = useTranslation();
  const panel = useId();
  const isPhone = useShowsCards();
  const [isOpen, setOpen] = useState(false);
  const { filterValues, setFilters } = useListContext();
  const isSet = ({ source }: FilterField): boolean => ![undefined, null, ''].includes(filterValues[source]);
  const set = fields.filter(isSet).length;
  const without = (source: string): void => {
    const { [source]: _gone, ...rest } = filterValues as Record<string, unknown>;
    setFilters(rest, {});
  };
  const isSearch = ({ source }: FilterField): boolean => source === 'q';
  const always = isPhone
    ? fields.filter(isSearch)
    : fields.slice(0, fields.length > MAX_VISIBLE_FILTERS ? COLLAPSED_FILTERS : MAX_VISIBLE_FILTERS);
  const more = fields.filter((field) => !always.includes(field));
  const hidden = more.filter(isSet);
  const name = always.length > 0 ? 'More filters' : 'Filters';
  return (
    <search aria-label={translate('Filters')}>
      <FilterLiveForm debounce={DEBOUNCE_MS}>
        <div className="filters">
          {always.map((field) => (
            <Input field={field} key={field.source} />
          ))}
          {more.length > 0 && (
            <Button aria-controls={panel} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} variant="outlined">
              {hidden.length > 0 ? (
                <T values={{ name: [name], count: hidden.length }}>{'%{name} (%{count})'}</T>
              ) : (
                <T>{name}</T>
              )}
            </Button>
          )}
          {!isPhone && set > 0 && <ActionButton label="Clear filters" onClick={() => setFilters({}, {})} />}
        </div>
        {hidden.length > 0 && !isOpen && (
          <div className="chips">
            {hidden.map((field) => (
              <Chip
                key={field.source}
                label={<FilterText field={field} value={filterValues[field.source]} />}
                onDelete={() => without(field.source)}
                size="small"
                variant="outlined"
              />
            ))}
          </div>
        )}
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
