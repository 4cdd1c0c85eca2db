import { Fragment, type ReactNode } from 'react';
import { useSay } from './use-say.ts';
import { isWording, type Values, type Wording } from './wording.ts';

const SLOT = /%\{(\w+)\}/;
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || isWording(value);

/**
 * A text in the language of the page; every text between tags is one of these (docs/decisions/0027). `values` are what
 * stands in it as `%{name}`, links and the like too, so that a language puts them where they belong in its sentence.
 */
export function T({
  children,
  values = {},
}: {
  /** Nothing is said of what the server has not told yet. */
  children: Wording | null | undefined;
  values?: { readonly [name: string]: ReactNode | Wording };
}) {
  const say = useSay();
  const texts = Object.entries(values).filter(([, value]) => isText(value));
  const given = Object.fromEntries(texts) as Values;
  if (!children) return null;
  const said = typeof children === 'string' ? say(children, given) : say(children);
  if (texts.length === Object.keys(values).length) return said;
  // At odd places of the parts stand the names of elements.
  return said
    .split(SLOT)
    .map((part, at) => <Fragment key={String(at)}>{at % 2 === 1 ? (values[part] as ReactNode) : part}</Fragment>);
}
