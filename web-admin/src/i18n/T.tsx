import { type ComponentProps, type ElementType, Fragment, type ReactNode } from 'react';
import { useSay } from './use-say.ts';
import { isWording, type Values, type Wording } from './wording.ts';

const SLOT = /%\{(\w+)\}/;
const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number' || isWording(value);

interface Text {
  /** Null or undefined until the server has responded; renders nothing. */
  readonly children: Wording | null | undefined;
  readonly values?: { readonly [name: string]: ReactNode | Wording };
}

/**
 * Renders a text in the language of the page; every text between tags uses it (docs/decisions/0027). `values` fill the
 * placeholders `%{name}` and can be elements such as links, so that each language orders them itself. `as` is the
 * element around the text, which takes the other properties.
 */
export function T<Element extends ElementType = typeof Fragment>({
  as,
  children,
  values = {},
  ...props
}: Text & { readonly as?: Element } & Omit<ComponentProps<Element>, 'as' | 'children' | 'values'>) {
  const say = useSay();
  const texts = Object.entries(values).filter(([, value]) => isText(value));
  if (!children) return null;
  const said = typeof children === 'string' ? say(children, Object.fromEntries(texts) as Values) : say(children);
  const content =
    texts.length === Object.keys(values).length
      ? said
      : // The odd parts of the split are placeholder names.
        said
          .split(SLOT)
          .map((part, at) => <Fragment key={String(at)}>{at % 2 === 1 ? (values[part] as ReactNode) : part}</Fragment>);
  const Around: ElementType = as ?? Fragment;
  return <Around {...props}>{content}</Around>;
}
