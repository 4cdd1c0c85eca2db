import type { RaRecord } from 'react-admin';
import type { Content } from '../i18n/content.ts';

/** A column of a list. The first one holds the link to the record, so that rows open by keyboard and in a new tab. */
export interface Column<Item extends RaRecord = RaRecord> {
  readonly source: string;
  readonly label: string;
  readonly sortable?: boolean;
  /** A figure: to the right, in tabular digits. */
  readonly number?: boolean;
  /** Hidden until it is chosen under Columns. */
  readonly optional?: boolean;
  render(item: Item): Content;
}

/** A value of a filter and its label. */
export type Choice = readonly [value: string, label: string];

interface Filter {
  readonly source: string;
  readonly label: string;
}

/** A filter above a list. Text filters are applied when typing pauses. `agent` and `admin` pick a person by name. */
export type FilterField =
  | (Filter & { readonly kind: 'text' | 'date' | 'month' | 'agent' | 'admin' | 'promotion' })
  | (Filter & { readonly kind: 'choice'; readonly choices: readonly Choice[] })
  /** A choice among many, found by typing. */
  | (Filter & { readonly kind: 'search'; readonly choices: readonly Choice[] });
