import { z } from 'zod';
import type { Decider } from '../decider.ts';
import { fieldError } from '../errors.ts';
import { type EventsOf, instant } from '../event-schema.ts';
import type { CodeOf } from '../refusal-codes.ts';

/** The heading of each column, or its number from 1. */
export const unpaidsLayout = z.object({
  reference: z.string(),
  amount: z.string(),
  /** The day on which the bank returned the payment. */
  day: z.string(),
  /** A code or a text. */
  returnReason: z.string(),
  /** Whether amounts are in cents without a decimal point. */
  isInCents: z.boolean('Amounts are in rand or in cents.'),
});
export type UnpaidsLayout = z.output<typeof unpaidsLayout>;

/** Stream `unpaids-layout`. Administrators by id. */
export const unpaidsEvents = {
  UnpaidsLayoutSet: z.object({ layout: unpaidsLayout, setBy: z.int(), setAt: instant }),
} as const;

type UnpaidsEvent = EventsOf<typeof unpaidsEvents>;

export const UNPAIDS_STREAM = 'unpaids-layout';

/** Until finance sets that of its bank. */
export const INITIAL_UNPAIDS_LAYOUT: UnpaidsLayout = {
  reference: 'Reference',
  amount: 'Amount',
  day: 'Date',
  returnReason: 'Reason',
  isInCents: false,
};

const COLUMNS = ['reference', 'amount', 'day', 'returnReason'] as const;

/** From 1; null for a heading. */
export const columnNumber = (column: string): number | null => (/^[1-9]\d?$/.test(column) ? Number(column) : null);

interface SetUnpaidsLayout {
  readonly type: 'SetUnpaidsLayout';
  readonly layout: UnpaidsLayout;
  readonly by: number;
}

/** Rejects with `unpaids-layout.{field}` (O26). */
export const unpaidsLayoutDecider: Decider<UnpaidsLayout, SetUnpaidsLayout, UnpaidsEvent> = {
  name: 'unpaids-layout',
  initial: INITIAL_UNPAIDS_LAYOUT,

  decide({ layout, by: setBy }, state, at) {
    const refuse = (field: CodeOf<'unpaids-layout'>, message: string) =>
      fieldError(`unpaids-layout.${field}`, field, message);
    const kinds = new Set<boolean>();
    const used = new Set<string>();
    for (const field of COLUMNS) {
      const column = layout[field].trim().toLowerCase();
      if (column === '' || column.length > 60)
        throw refuse(field, 'A column is its heading (at most 60 characters) or its number.');
      if (used.has(column)) throw refuse(field, 'Each value needs its own column.');
      used.add(column);
      kinds.add(columnNumber(column) === null);
      if (kinds.size > 1) throw refuse(field, 'Name all columns by their heading, or all by their number.');
    }
    if (JSON.stringify(layout) === JSON.stringify(state)) return [];
    return [{ type: 'UnpaidsLayoutSet', data: { layout, setBy, setAt: at } }];
  },

  evolve: (_state, { data }) => data.layout,
};
