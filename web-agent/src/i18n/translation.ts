/** What only another language than English needs; loaded with its catalogue. */

const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** Among a translation's forms: the language's categories in Unicode's order. */
export function pluralForm(forms: readonly string[], count: number, tag: string): string {
  const rules = new Intl.PluralRules(tag);
  const { pluralCategories } = rules.resolvedOptions();
  const used = FORMS.filter((form) => pluralCategories.includes(form));
  return forms[used.indexOf(rules.select(count))] ?? forms[0] ?? '';
}

/** Writes dates such as `4 May 2026`, amounts and percentages within a text of the server as the language does. */
export function localized(texts: Readonly<Record<string, string>>, decimalSeparator: string, text: string): string {
  const [english = [], own = []] = (Object.entries(texts).find(([key]) => key.startsWith('Jan ')) ?? []).map((names) =>
    names.split(' '),
  );
  return text
    .replace(
      /\b(\d{1,2}\s)([A-Z][a-z]{2})(?=\s\d{4}\b)/g,
      (_, day: string, month: string) => `${day}${own[english.indexOf(month)] ?? month}`,
    )
    .replace(/(R[\d\u202f]+)\.(\d\d)\b|(\d)\.(\d+%)/g, (_, rand = '', cents = '', whole = '', part = '') =>
      [rand || whole, cents || part].join(decimalSeparator),
    );
}

type Entries = readonly (readonly [english: string, translation: string])[];

/** The entries in the order that `matched` needs: a placeholder of a shorter one matches the rest of a sentence too. */
export const longestFirst = (entries: Readonly<Record<string, string>>): Entries =>
  Object.entries(entries).sort(([a], [b]) => b.length - a.length);

/** Finds the entry for a text of the server: its English text, with placeholders, matches. Null if there is none. */
export function matched(entries: Entries, text: string) {
  for (const [english, translation] of entries) {
    const names = [...english.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name as string);
    const parts = english.split(/%\{\w+\}/).map((part) => part.replace(/[.*+?^$()[\]|\\]/g, '\\$&'));
    const found = names.length > 0 && new RegExp(`^${parts.join('(.+)')}$`).exec(text);
    if (found) return { translation, values: names.map((name, at) => [name, found[at + 1] ?? ''] as const) };
  }
  return null;
}
