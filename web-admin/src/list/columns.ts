import type { RaRecord } from 'react-admin';
import type { Content } from '../i18n/content.ts';

/** A column of a list. The first one holds the record's real link, so that rows open by keyboard and in a new tab. */
export interface Column<Item extends RaRecord = RaRecord> {
  readonly source: string;
  readonly label: string;
  readonly sortable?: boolean;
  /** A figure: to the right, in tabular digits. */
  readonly number?: boolean;
  render(item: Item): Content;
}

/** A filter above a list. Text filters are sent when typing pauses. */
export type FilterField =
  | { readonly kind: 'text' | 'date' | 'month'; readonly source: string; readonly label: string }
  | {
      readonly kind: 'choice';
      readonly source: string;
      readonly label: string;
      readonly choices: readonly (readonly [string, string])[];
    };
