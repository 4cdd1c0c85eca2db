import { Fragment, type ReactNode } from 'react';
import { catalogue, language } from './language.ts';

type Values = Readonly<Record<string, string | number>>;

/**
 * docs/decisions/0027. The English text is the key and the fallback. `values` fill `%{name}`; a number `count` selects
 * among `one |||| other`.
 */
export const t = (text: string, values?: Values): string => filled(catalogue?.texts[text] ?? text, values);

function filled(text: string, values: Values = {}): string {
  const forms = text.split(' |||| ');
  const count = Number(values.count);
  const form =
    forms[1] === undefined ? text : (catalogue?.pluralForm(forms, count, language.tag) ?? forms[count === 1 ? 0 : 1]);
  return String(form).replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

type TextProps = { readonly text: string } & Readonly<Record<string, ReactNode>>;

/** Renders a text with elements such as links in its placeholders, so that each language orders them itself. */
export const T = ({ text, ...values }: TextProps) =>
  // The odd parts of the split are placeholder names.
  (catalogue?.texts[text] ?? text)
    .split(/%\{(\w+)\}/)
    .map((part, at) => <Fragment key={String(at)}>{at % 2 ? values[part] : part}</Fragment>);

/** Returns a text of the server in the language of the page; a text without a translation is returned unchanged. */
export function serverText(text: string): string {
  if (!catalogue) return text;
  const known = catalogue.server[text] ?? catalogue.texts[text];
  if (known) return known;
  const found = catalogue.matched(text);
  return found
    ? filled(found.translation, Object.fromEntries(found.values.map(([name, value]) => [name, serverText(value)])))
    : catalogue.localized(text);
}
