import type { RaRecord } from 'react-admin';
import type { Content } from '../i18n/T.tsx';

/** The first column links to the record, so that rows open by keyboard and in a new tab. */
export interface Column<Item extends RaRecord = RaRecord> {
  readonly source: string;
  readonly label: string;
  readonly sortable?: boolean;
  /** Whether the column holds figures: right-aligned, with tabular digits. */
  readonly number?: boolean;
  /** Whether the column is hidden until it is selected under Columns. */
  readonly optional?: boolean;
  /** By default the value of `source`. */
  render?(item: Item): Content;
}

/** A filter value and its label. */
export type Choice = readonly [value: string, label: string];

interface Filter {
  readonly source: string;
  readonly label: string;
}

/** A filter above a list. Text filters apply when typing pauses. `agent` and `admin` select a person by name. */
export type FilterField =
  | (Filter & { readonly kind: 'text' | 'date' | 'month' | 'agent' | 'admin' | 'promotion' })
  /** A choice without a label shows its value in words. */
  | (Filter & { readonly kind: 'choice'; readonly choices: readonly (Choice | string)[] })
  /** A searchable choice among many values. */
  | (Filter & { readonly kind: 'search'; readonly choices: readonly Choice[] });
