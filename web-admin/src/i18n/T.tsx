import type { Values, Wording } from '@fynbos/domain/wording/wording.ts';
import { type ComponentProps, type ElementType, Fragment, type ReactNode, useCallback } from 'react';
import { useTranslate } from 'react-admin';
import { grouped } from '../format/format.ts';

export { asPart, listed, type Wording } from '@fynbos/domain/wording/wording.ts';

type Translate = (wording: Wording, values?: Values) => string;

/** The English text is the key and the fallback (docs/decisions/0027). */
export function translateWith(translateText: (key: string, options: object) => string): Translate {
  const translate: Translate = (wording, given) => {
    const [text, values = {}] = typeof wording === 'string' ? [wording, given] : wording;
    const shown = Object.entries(values).map(([name, value]) => [name, isWording(value) ? translate(value) : value]);
    const { count } = values;
    const plural = typeof count === 'number' ? { smart_count: count, count: grouped(count) } : {};
    return translateText(text, { ...Object.fromEntries(shown), ...plural, _: text });
  };
  return translate;
}

/** Returns the translation function for the language of the page. */
export function useTranslation(): Translate {
  const translateText = useTranslate();
  return useCallback((wording, values) => translateWith(translateText)(wording, values), [translateText]);
}

/** Content of a cell or a fact: data as it is, an element, or a wording to translate. */
export type Content = ReactNode | Wording;

export const translatedContent = (translate: Translate, content: Content): ReactNode =>
  isWording(content) ? translate(content) : content;

const isValues = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('$$typeof' in value);

/** Whether a value is a wording with values, rather than data or an element. */
export const isWording = (value: unknown): value is Exclude<Wording, string> =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  (value.length === 1 || (value.length === 2 && isValues(value[1])));

const PLACEHOLDER = /%\{(\w+)\}/;
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || isWording(value);

interface Text {
  /** Null or undefined until the server has responded; renders nothing. */
  readonly children: Wording | null | undefined;
  readonly values?: { readonly [name: string]: ReactNode | Wording };
}

/**
 * Every text between tags uses it (docs/decisions/0027). `values` fill `%{name}` and can be elements such as links, so
 * that each language orders them. `as`: the element around the text, with the other properties.
 */
export function T<Element extends ElementType = typeof Fragment>({
  as,
  children,
  values = {},
  ...props
}: Text & { readonly as?: Element } & Omit<ComponentProps<Element>, 'as' | 'children' | 'values'>) {
  const translate = useTranslation();
  const texts = Object.entries(values).filter(([, value]) => isText(value));
  if (!children) return null;
  const translated =
    typeof children === 'string' ? translate(children, Object.fromEntries(texts) as Values) : translate(children);
  const content =
    texts.length === Object.keys(values).length
      ? translated
      : // The odd parts of the split are placeholder names.
        translated
          .split(PLACEHOLDER)
          .map((part, at) => <Fragment key={String(at)}>{at % 2 === 1 ? (values[part] as ReactNode) : part}</Fragment>);
  const Around: ElementType = as ?? Fragment;
  return <Around {...props}>{content}</Around>;
}
