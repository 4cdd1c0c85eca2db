import { Fragment, type ReactNode } from 'react';
import { useSay } from './use-say.ts';
import { isWording, type Values, type Wording } from './wording.ts';

const SLOT = /%\{(\w+)\}/;
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || isWording(value);

/**
 * Renders a text in the language of the page; every text between tags uses it (docs/decisions/0027). `values` fill the
 * placeholders `%{name}` and can be elements such as links, so that each language orders them itself.
 */
export function T({
  children,
  values = {},
}: {
  /** Null or undefined until the server has responded; renders nothing. */
  children: Wording | null | undefined;
  values?: { readonly [name: string]: ReactNode | Wording };
}) {
  const say = useSay();
  const texts = Object.entries(values).filter(([, value]) => isText(value));
  const given = Object.fromEntries(texts) as Values;
  if (!children) return null;
  const said = typeof children === 'string' ? say(children, given) : say(children);
  if (texts.length === Object.keys(values).length) return said;
  // The odd parts of the split are placeholder names.
  return said
    .split(SLOT)
    .map((part, at) => <Fragment key={String(at)}>{at % 2 === 1 ? (values[part] as ReactNode) : part}</Fragment>);
}
