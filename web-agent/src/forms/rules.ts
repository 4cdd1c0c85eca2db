import type { Errors } from './use-form.ts';

type Rule = string | null | undefined | false;

/** Puts together what each field's rule says; the first that speaks counts, silence means the field is fine. */
export function check<V>(rules: Partial<Record<keyof V & string, Rule | readonly Rule[]>>): Errors<V> {
  const errors: Record<string, string> = {};
  for (const [field, rule] of Object.entries(rules) as [string, Rule | readonly Rule[]][]) {
    const first = (Array.isArray(rule) ? rule : [rule]).find(Boolean);
    if (first) errors[field] = first;
  }
  return errors as Errors<V>;
}

/** The message where the text is blank. */
export const blank = (text: string, message: string): string | null => (text.trim() === '' ? message : null);
