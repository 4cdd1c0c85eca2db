import type { Page } from 'playwright-core';

/** Interface of react-admin's i18n provider. */
interface Speaker {
  translate(key: string, options?: object): string;
}

/** In brackets that no data contains, as a test language of the built app's provider. */
export const speakInBrackets = (page: Page): Promise<void> =>
  page.evaluate(() => {
    interface Fiber {
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
      readonly memoizedProps: { readonly value?: Partial<Speaker> & { changeLocale?: unknown } } | null;
    }
    const root = document.getElementById('root') as unknown as Record<string, { stateNode: { current: Fiber } }>;
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
    const todo: (Fiber | null | undefined)[] = [key ? root[key]?.stateNode.current : undefined];
    while (todo.length > 0) {
      const fiber = todo.pop();
      if (!fiber) continue;
      const provider = fiber.memoizedProps?.value;
      if (provider?.translate && provider.changeLocale) {
        const english = provider.translate;
        provider.translate = (...asked) => {
          const said = english(...asked);
          return said === '' ? said : `⟦${said}⟧`;
        };
        return;
      }
      todo.push(fiber.sibling, fiber.child);
    }
    throw new Error('the page has no provider of texts');
  });

/** All visible and announced texts of the page except code, one per line. */
const linesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCode = 'pre, code, script, style, textarea, .mono, [translate="no"]';
    const heard = ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'placeholder', 'alt'];
    // A chart label with two lines is one text.
    const inline = new Set(['A', 'B', 'STRONG', 'EM', 'SPAN', 'TIME', 'I', 'tspan']);
    const lines: string[] = [];
    let line = '';
    const end = () => {
      lines.push(line);
      line = '';
    };
    const read = (node: Node): void => {
      if (node instanceof Text) line += node.data;
      if (!(node instanceof Element)) return;
      // Menus and dialogs that are closed.
      if (node.matches('.MuiModal-hidden')) return;
      if (node.matches(isCode)) {
        line += '⟦⟧';
        return;
      }
      lines.push(...heard.flatMap((name) => node.getAttribute(name) ?? []));
      const isBlock = !inline.has(node.tagName);
      if (isBlock) end();
      for (const child of node.childNodes) read(child);
      if (isBlock) end();
    };
    read(document.body);
    end();
    return lines;
  });

const DATES = /\d{1,2} [A-Z][a-z]{2} \d{4}(?:, \d\d:\d\d(?::\d\d)?)?/g;
const AMOUNTS = /(?<!\w)[−+]?R[\d\u202f]+(?:\.\d\d)?[km]?/g;
const MONTHS = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/g;

/** The part of a line outside brackets, without numbers and dates. */
function unsaid(line: string): string {
  let rest = line;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return rest.replace(DATES, ' ').replace(AMOUNTS, ' ').replace(MONTHS, ' ').replace(/\s+/g, ' ').trim();
}

const stringsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value.replace(/\s+/g, ' ')]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => [...(/[A-Z]/.test(name) ? [] : [name]), ...stringsOf(each)])
      : [];
const wordsOf = (text: string): string[] => text.match(/\p{L}[\p{L}\d]*/gu) ?? [];

export interface Data {
  add(values: readonly string[]): void;
  isData(text: string): boolean;
}

/** Collects the server's answers: they are data, everything else is text. */
export function dataOf(page: Page): Data {
  const values: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/api/') || !response.headers()['content-type']?.includes('json')) return;
    const answer = await response.json().catch(() => null);
    values.push(...stringsOf(answer));
  });
  return {
    add: (more) => values.push(...more),
    isData(text) {
      const names = new Set(values.filter((value) => wordsOf(value).length <= 4).flatMap(wordsOf));
      return values.some((value) => value.includes(text)) || wordsOf(text).every((word) => names.has(word));
    },
  };
}

/** Texts that stay English in another language, and texts that were translated twice. */
export async function notTranslated(page: Page, data: Data): Promise<string[]> {
  const lines = await linesOf(page);
  data.add(await page.evaluate(() => Object.values(localStorage)));
  const english = lines
    .map(unsaid)
    .filter((text) => wordsOf(text).some((word) => word.length > 1) && !data.isData(text));
  const twice = lines.filter((line) => /⟦⟦[^⟦⟧]*⟧⟧/.test(line));
  return [...new Set([...english, ...twice.map((line) => `twice: ${line}`)])];
}
