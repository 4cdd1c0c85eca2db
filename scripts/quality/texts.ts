import { parseSync, Visitor } from 'oxc-parser';
import { sourcesOf } from './checkout.ts';
import { type StepResult, verdict } from './step.ts';

const DASHBOARD = 'web-admin/src';

/** Attributes of our components with lists of visible texts. */
const LISTS = new Set(['facts', 'rows', 'totals', 'columns', 'fields']);
/** Attributes that are shown or read aloud. */
const VISIBLE_ATTRIBUTES = new Set([
  'accessibleName',
  'alt',
  'caption',
  'confirm',
  'content',
  'explanation',
  'helperText',
  'hint',
  'label',
  'placeholder',
  'primary',
  'primaryText',
  'secondary',
  'title',
]);
/** Elements that translate the text between their tags. */
const TRANSLATING_ELEMENTS = new Set(['T', 'Heading', 'Empty', 'HelpText', 'MutedText', 'Note', 'Tag']);
const isAnnounced = (name: string): boolean => /^aria-(?:label|description|roledescription|valuetext)$/.test(name);

export type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;
const nodes = (of: unknown): readonly Node[] => (Array.isArray(of) ? of : []) as readonly Node[];

/** The texts of an expression in every branch. */
function textsOf(node: Node | null): readonly { text: string; glued: boolean; start: number }[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ text: node.value, glued: false, start: node.start }] : [];
    case 'TemplateLiteral': {
      const parts = nodes(node.quasis).map(({ value }) => (value as { cooked: string }).cooked);
      return [{ text: parts.join(''), glued: true, start: node.start }];
    }
    case 'ConditionalExpression':
      return [...textsOf(node.consequent as Node), ...textsOf(node.alternate as Node)];
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : textsOf(node.left as Node)), ...textsOf(node.right as Node)];
    case 'BinaryExpression':
      return node.operator !== '+'
        ? []
        : [...textsOf(node.left as Node), ...textsOf(node.right as Node)].map((each) => ({ ...each, glued: true }));
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return textsOf(node.expression as Node);
    case 'ArrayExpression':
      // Cells of tables and facts: the element translates plain texts in them.
      return nodes(node.elements).flatMap(textsOf);
    default:
      return [];
  }
}

/** Whether an expression can be a variable with a text that is not visible here. */
function isNamed(node: Node | null): boolean {
  switch (node?.type) {
    case 'Identifier':
      return node.name !== 'undefined';
    case 'MemberExpression':
      return true;
    case 'ConditionalExpression':
      return isNamed(node.consequent as Node) || isNamed(node.alternate as Node);
    case 'LogicalExpression':
      return (node.operator !== '&&' && isNamed(node.left as Node)) || isNamed(node.right as Node);
    case 'JSXExpressionContainer':
      return isNamed(node.expression as Node);
    default:
      return false;
  }
}

export const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

/** Collects texts of a source file with their lines. */
export function lineReporter(file: string, source: string) {
  const found: string[] = [];
  const tell = (start: number, text: string): void =>
    void found.push(`${file}:${source.slice(0, start).split('\n').length}: ${text.replace(/\s+/g, ' ').trim()}`);
  return { found, tell };
}

function nameOf(element: Node): string {
  const name = (element.openingElement as Node | undefined)?.name as Node | undefined;
  const first = name?.type === 'JSXMemberExpression' ? (name.object as Node) : name;
  return typeof first?.name === 'string' ? first.name : '';
}

/** Whether an element has `translate="no"`. */
const isNoLanguage = (element: Node): boolean =>
  nodes((element.openingElement as Node | undefined)?.attributes).some(
    ({ name, value }) => (name as Node | undefined)?.name === 'translate' && (value as Node | null)?.value === 'no',
  );

/**
 * Untranslated texts with their lines (docs/decisions/0027): text between tags, attributes of elements that do not
 * translate them, concatenated sentences. The e2e test in another language finds texts from tables and the server.
 */
export function untranslated(file: string, source: string): string[] {
  const { program, errors, module } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** Elements of these packages show texts as given; ours and react-admin's translate them. */
  const plain = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => /^(?:@mui|recharts|react-router)/.test(moduleRequest.value))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  );
  const { found, tell } = lineReporter(file, source);
  const children = (element: Node) => {
    const isSaid = TRANSLATING_ELEMENTS.has(nameOf(element));
    if (isNoLanguage(element)) return;
    for (const child of nodes(element.children)) {
      if (child.type === 'JSXText' && !isSaid && hasLetters(child.value as string))
        tell(child.start, child.value as string);
      if (child.type !== 'JSXExpressionContainer') continue;
      for (const { text, glued, start } of textsOf(child))
        if (hasLetters(text) && (glued || !isSaid)) tell(start, text);
    }
  };
  const isOurs = (name: string): boolean => /^[A-Z]/.test(name) && !plain.has(name);
  new Visitor({
    JSXElement(element) {
      const node = element as unknown as Node;
      children(node);
      const attributes = nodes((node.openingElement as Node).attributes);
      // `T` passes its other properties to the element around the text.
      const isAround = attributes.some((attribute) => (attribute.name as Node | undefined)?.name === 'as');
      const name = isAround ? 'element' : nameOf(node);
      for (const attribute of attributes) {
        const key = ((attribute.name as Node | undefined)?.name ?? '') as string;
        if (LISTS.has(key)) {
          for (const { text, glued, start } of textsOf(attribute.value as Node | null))
            if (glued && /\p{L} | \p{L}/u.test(text)) tell(start, `${key}: ${text}`);
        }
        if (!VISIBLE_ATTRIBUTES.has(key) && !isAnnounced(key)) continue;
        if (!isOurs(name) && isNamed(attribute.value as Node | null)) tell(attribute.start, `${key} is not translated`);
        for (const { text, glued, start } of textsOf(attribute.value as Node | null)) {
          if (hasLetters(text) && (glued || isAnnounced(key) || !isOurs(name))) tell(start, `${key}: ${text}`);
        }
      }
    },
    JSXFragment: (fragment) => children(fragment as unknown as Node),
    CallExpression(call) {
      const { callee, arguments: given } = call as unknown as { callee: Node; arguments: readonly Node[] };
      const isAlert = callee.type === 'MemberExpression' && (callee.property as Node).name === 'alert';
      if (callee.name !== 'notify' && !isAlert) return;
      for (const { text, glued, start } of textsOf(given[0] ?? null)) {
        if (hasLetters(text) && (glued || isAlert)) tell(start, text);
      }
    },
  }).visit(program);
  return found;
}

export async function checkTexts(): Promise<StepResult> {
  const sources = await sourcesOf(DASHBOARD, /(?<!\.test)\.tsx$/);
  if (sources.length === 0) throw new Error(`there is no source in ${DASHBOARD}`);
  const texts = sources.flatMap(([file, source]) => untranslated(file, source));
  return verdict(texts.length === 0, texts.join('\n'));
}
