/**
 * Values for the placeholders `%{name}`: data is inserted unchanged, a wording is translated. A numeric `count` also
 * selects among `one |||| many`.
 */
export type Values = { readonly [name: string]: string | number | Wording };

/** A text to translate: English, with optional values. */
export type Wording = string | readonly [text: string, values?: Values];

/** Wraps a wording for use as a value of another one, where a bare string counts as data. */
export const asPart = (wording: Wording): Exclude<Wording, string> =>
  typeof wording === 'string' ? [wording] : wording;

/** Joins wordings into one. `between` is the pattern, for instance `%{one}, %{more}`. */
export const listed = (wordings: readonly Wording[], between: string): Wording =>
  wordings.length < 2
    ? (wordings[0] ?? '')
    : [between, { one: asPart(wordings[0] ?? ''), more: asPart(listed(wordings.slice(1), between)) }];

/** A wording in English, for files and mails. */
export function inEnglish(wording: Wording): string {
  const [text, values] = asPart(wording);
  if (!values) return text;
  const [one = '', many = one] = text.split(' |||| ');
  return (values.count === 1 ? one : many).replace(/%\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'object' ? inEnglish(value) : String(value);
  });
}
