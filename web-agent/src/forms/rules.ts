import { serverText } from '../i18n/t.tsx';
import type { Errors } from './use-form.ts';

type Rule = string | null | undefined | false;

/** The first rule of a field that returns a message counts; a field without one is valid. */
export function check<V>(rules: Partial<Record<keyof V & string, Rule | readonly Rule[]>>): Errors<V> {
  const errors: Record<string, string> = {};
  for (const [field, rule] of Object.entries(rules) as [string, Rule | readonly Rule[]][]) {
    const first = (Array.isArray(rule) ? rule : [rule]).find(Boolean);
    if (first) errors[field] = serverText(first);
  }
  return errors as Errors<V>;
}

/** Returns `message` if the text is blank. */
export const blank = (text: string, message: string): string | null => (text.trim() === '' ? message : null);
