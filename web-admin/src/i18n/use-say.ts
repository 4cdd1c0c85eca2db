import { useCallback } from 'react';
import { useTranslate } from 'react-admin';
import { grouped } from '../format/format.ts';
import { isWording, type Values, type Wording } from './wording.ts';

export type Say = (wording: Wording, values?: Values) => string;

/**
 * Says texts by a provider's `translate`. The English text is its own key (docs/decisions/0027), and what is shown where a
 * language lacks it.
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

/** Says a text in the language of the page. */
export function useSay(): Say {
  const translate = useTranslate();
  return useCallback((wording, values) => sayWith(translate)(wording, values), [translate]);
}
