/** Values of the placeholders `%{name}`: a string is data, a wording is translated. `count` also selects the plural. */
export type Values = { readonly [name: string]: string | number | Wording };

/** A text to translate: English, with optional values. */
export type Wording = string | readonly [text: string, values?: Values];

/** Wraps a wording for use as a value of another one, where a bare string counts as data. */
export const asPart = (wording: Wording): Exclude<Wording, string> =>
  typeof wording === 'string' ? [wording] : wording;

/** `between` is the pattern. The result can be a value of another wording. */
export const listed = (wordings: readonly Wording[], between = '%{one}, %{more}'): Exclude<Wording, string> => {
  const [first = '', ...others] = wordings;
  return others.length === 0 ? asPart(first) : [between, { one: asPart(first), more: listed(others, between) }];
};

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
