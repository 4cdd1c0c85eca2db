import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { sourcesOf } from './checkout.ts';
import { type StepResult, verdict } from './step.ts';
import { hasLetters, lineReporter, type Node } from './texts.ts';

const PORTAL = 'web-agent/src';
/** Code with texts that the dashboard uses too. */
const SHARED = 'web-agent/src/passkeys';
/** Without `t`: the legal texts, code that the dashboard shares, and what only search engines and the build read. */
const ENGLISH_ONLY =
  /legal\/(?:terms|privacy)-text\.|passkeys\/(?:create|device-name)\.|src\/settings\.|entry-server|i18n\/language\.|\.test\.|src\/testing\//;
/** Attributes that are shown or read aloud. */
const VISIBLE_ATTRIBUTE =
  /^(?:alt|busyLabel|hint|intro|label|otherWay|placeholder|text|title|warning|what|aria-label|data-label)$/;

interface Texts {
  /** The texts that `t` and `T` translate. */
  readonly keys: ReadonlySet<string>;
  /** Texts that nothing translates, with their lines. */
  readonly untranslated: readonly string[];
}

const literalOf = (node: Node | null | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

const templateOf = (node: Node): string =>
  (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('');

const isSentence = (text: string): boolean => /^\p{Lu}\S*\p{Ll}\S* .*\p{L}|^\p{Lu}\p{Ll}+[.!?]$/u.test(text);
/** A capitalised word: as the value of a field it is shown, unless it is a code. */
const isWord = (text: string): boolean => /^\p{Lu}\p{Ll}{2,}$/u.test(text);
/** Fields with codes of the API. */
const CODES: ReadonlySet<unknown> = new Set(['status']);

/** Reads the texts of a source file of the portal (docs/decisions/0027). */
export function portalTexts(file: string, source: string): Texts {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const keys = new Set<string>();
  const said = new Set<number>();
  const { found, tell } = lineReporter(file, source);
  const key = (node: Node | null | undefined, at: number) => {
    const text = literalOf(node);
    if (text === undefined) return tell(at, 'the text is not a literal');
    keys.add(text);
    said.add(node?.start ?? -1);
  };
  new Visitor({
    CallExpression(call) {
      const { callee, arguments: given } = call as unknown as { callee: Node; arguments: readonly Node[] };
      if (callee.name === 't') key(given[0], call.start);
    },
    JSXOpeningElement(element) {
      const { name, attributes } = element as unknown as { name: Node; attributes: readonly Node[] };
      for (const attribute of attributes) {
        const value = attribute.value as Node | null | undefined;
        const text = value?.type === 'JSXExpressionContainer' ? (value.expression as Node) : value;
        const attributeName = (attribute.name as Node | undefined)?.name;
        if (name.name === 'T' && attributeName === 'text') key(text, attribute.start);
        else if (VISIBLE_ATTRIBUTE.test(String(attributeName)) && hasLetters(literalOf(text) ?? ''))
          tell(attribute.start, literalOf(text) ?? '');
      }
    },
    BinaryExpression(comparison) {
      const { left, right } = comparison as unknown as { left: Node; right: Node };
      for (const { start } of [left, right]) said.add(start);
    },
    JSXText: (text) => {
      if (hasLetters(text.value)) tell(text.start, text.value);
    },
  }).visit(program);
  new Visitor({
    Literal(literal) {
      const text = literalOf(literal as unknown as Node);
      if (text !== undefined && !said.has(literal.start) && isSentence(text)) tell(literal.start, text);
    },
    Property(property) {
      const { key: name, value, start } = property as unknown as { key: Node; value: Node; start: number };
      const text = literalOf(value);
      if (text !== undefined && isWord(text) && !CODES.has(name.name)) tell(start, text);
    },
    TemplateLiteral(template) {
      const text = templateOf(template as unknown as Node);
      if (isSentence(text) || / \p{Ll}{2,} /u.test(text)) tell(template.start, text);
    },
  }).visit(program);
  return { keys, untranslated: [...new Set(found)] };
}

export interface Catalogue {
  readonly texts: Readonly<Record<string, string>>;
  readonly server: Readonly<Record<string, string>>;
}

const slotsOf = (text: string): string => [...new Set(text.match(/%\{\w+\}/g))].sort().join(' ');
const formsOf = (text: string): number => text.split(' |||| ').length;

/**
 * Missing and unused entries; translations with other placeholders or plural forms (`plurals` for a text with forms).
 */
export function catalogueFaults(
  { texts, server }: Catalogue,
  keys: ReadonlySet<string>,
  serverSource: string,
  plurals: number,
): string[] {
  const isSent = (text: string) => text.split(/%\{\w+\}/).every((part) => serverSource.includes(part.trim()));
  return [
    ...[...keys].filter((key) => !texts[key]).map((key) => `no translation: ${key}`),
    ...Object.keys(texts).flatMap((key) => (keys.has(key) ? [] : `unused: ${key}`)),
    ...Object.keys(server).flatMap((key) => (isSent(key) ? [] : `the server sends no such text: ${key}`)),
    ...Object.entries({ ...texts, ...server }).flatMap(([key, translation]) => [
      ...(slotsOf(key) === slotsOf(translation) ? [] : [`other placeholders: ${key}`]),
      ...(formsOf(translation) === (formsOf(key) === 1 ? 1 : plurals) ? [] : [`other plural forms: ${key}`]),
    ]),
  ];
}

export async function checkPortalTexts(): Promise<StepResult> {
  const sources = await sourcesOf(PORTAL, /\.tsx?$/);
  const catalogues = await sourcesOf(`${PORTAL}/i18n`, /\.json$/);
  if (sources.length === 0 || catalogues.length === 0) throw new Error(`there are no texts in ${PORTAL}`);
  const read = sources.filter(([file]) => !ENGLISH_ONLY.test(file)).map(([file, source]) => portalTexts(file, source));
  const keys = new Set(read.flatMap((texts) => [...texts.keys]));
  const shared = [...(await sourcesOf('services', /(?<!\.test)\.ts$/)), ...(await sourcesOf(SHARED, /\.ts$/))];
  const serverSource = shared.map(([, source]) => source).join('\n');
  const faults = [
    ...read.flatMap(({ untranslated }) => untranslated),
    ...catalogues.flatMap(([file, json]) => {
      const plurals = new Intl.PluralRules(path.basename(file, '.json')).resolvedOptions().pluralCategories.length;
      return catalogueFaults(JSON.parse(json) as Catalogue, keys, serverSource, plurals).map(
        (text) => `${file}: ${text}`,
      );
    }),
  ];
  return verdict(faults.length === 0, faults.join('\n'));
}
