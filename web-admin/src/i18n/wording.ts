/**
 * What stands in a text as `%{name}`: data as it is, a wording said. `count`, a number, also chooses among `one |||| many`
 * and is shown in groups of three.
 */
export type Values = { readonly [name: string]: string | number | Wording };

/** A text to be said: English, alone or with what stands in it. Pure functions give these; components say them. */
export type Wording = string | readonly [text: string, values?: Values];

const isValues = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('$$typeof' in value);

/** Whether a value is a wording with values, rather than data or an element. */
export const isWording = (value: unknown): value is Exclude<Wording, string> =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  (value.length === 1 || (value.length === 2 && isValues(value[1])));

/** A wording as it stands in another one: a bare text there would be data. */
export const asPart = (wording: Wording): Exclude<Wording, string> =>
  typeof wording === 'string' ? [wording] : wording;

/** Several in a row, as one: `between` says how, for instance `%{one}, %{more}`. */
export const listed = (wordings: readonly Wording[], between: string): Wording =>
  wordings.length < 2
    ? (wordings[0] ?? '')
    : [between, { one: asPart(wordings[0] ?? ''), more: asPart(listed(wordings.slice(1), between)) }];
