/**
 * Values for the placeholders `%{name}`: data is inserted unchanged, a wording is translated. A numeric `count` also
 * selects among `one |||| many` and is shown in groups of three digits.
 */
export type Values = { readonly [name: string]: string | number | Wording };

/** A text to translate: English, with optional values. Pure functions return wordings; components translate them. */
export type Wording = string | readonly [text: string, values?: Values];

const isValues = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('$$typeof' in value);

/** Whether a value is a wording with values, rather than data or an element. */
export const isWording = (value: unknown): value is Exclude<Wording, string> =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  (value.length === 1 || (value.length === 2 && isValues(value[1])));

/** Wraps a wording for use as a value of another one, where a bare string counts as data. */
export const asPart = (wording: Wording): Exclude<Wording, string> =>
  typeof wording === 'string' ? [wording] : wording;

/** Joins wordings into one. `between` is the pattern, for instance `%{one}, %{more}`. */
export const listed = (wordings: readonly Wording[], between: string): Wording =>
  wordings.length < 2
    ? (wordings[0] ?? '')
    : [between, { one: asPart(wordings[0] ?? ''), more: asPart(listed(wordings.slice(1), between)) }];
