import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import { grouped } from '../format/format.ts';
import { isWording, type Values, type Wording } from './wording.ts';

export type Say = (wording: Wording, values?: Values) => string;

/**
 * Creates a translation function from a provider's `translate`. The English text is the key and the fallback for a
 * missing translation (docs/decisions/0027).
 */
export function sayWith(translate: (key: string, options: object) => string): Say {
  const say: Say = (wording, given) => {
    const [text, values = {}] = typeof wording === 'string' ? [wording, given] : wording;
    const shown = Object.entries(values).map(([name, value]) => [name, isWording(value) ? say(value) : value]);
    const { count } = values;
    const plural = typeof count === 'number' ? { smart_count: count, count: grouped(count) } : {};
    return translate(text, { ...Object.fromEntries(shown), ...plural, _: text });
  };
  return say;
}

/** Returns the translation function for the language of the page. */
export function useSay(): Say {
  const translate = useTranslate();
  return useCallback((wording, values) => sayWith(translate)(wording, values), [translate]);
}
