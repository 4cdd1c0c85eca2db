import { useCallback } from 'react';
import { useTranslate } from 'react-admin';

/**
 * Says a text in the language of the page. The English text is its own key (docs/decisions/0110), and what is shown where a
 * language lacks it.
 */
export function useSay(): (text: string) => string {
  const translate = useTranslate();
  return useCallback((text) => translate(text, { _: text }), [translate]);
}
