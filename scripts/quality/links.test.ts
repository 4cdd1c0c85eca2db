import { expect, test } from 'vitest';
import {
  deadLinks,
  expandBraces,
  longComments,
  repeatedRules,
  unknownDecisions,
  unknownNames,
  unknownRules,
  unknownSources,
} from './links.ts';

const files: Record<string, string> = { 'guide/rules.md': '# Rules\n## The log', 'guide/image.png': '' };
const read = async (file: string): Promise<string | null> => files[file] ?? null;
const faults = (markdown: string): Promise<string[]> => deadLinks('guide/page.md', markdown, read);

test('accepts links to files, headings and other sites', async () => {
  expect(await faults('# Page\n[a](rules.md) [b](rules.md#the-log) [c](#page) [d](https://x.example/y)')).toEqual([]);
});

test('reports links to missing files and headings', async () => {
  expect(await faults('[a](gone.md) [b](rules.md#gone) [c](#gone)')).toEqual([
    'guide/page.md: gone.md does not exist',
    'guide/page.md: guide/rules.md has no heading #gone',
    'guide/page.md: guide/page.md has no heading #gone',
  ]);
});

test('expands every combination of braces', () => {
  expect(expandBraces('a/{b,c}/{d,e}.test.ts')).toEqual([
    'a/b/d.test.ts',
    'a/b/e.test.ts',
    'a/c/d.test.ts',
    'a/c/e.test.ts',
  ]);
});

test('reports source files that a document names and that are not there', () => {
  const files = ['engine/advance.ts', 'engine/fold.test.ts'];
  const table = '| `engine/{advance,gone}.ts` | `fold.test.ts`, `old.ts`, `engine/*.ts`, `engine/*.sql` |';
  expect(unknownNames(table, files)).toEqual(['engine/gone.ts', 'old.ts', 'engine/*.sql']);
});

test('reports rules with the same id, and cited rules that do not exist', () => {
  const rules = '| L1 | a | `b` |\n| L2 | c | `d` |\n| L1 | e | `f` |\n';
  expect(repeatedRules(rules)).toEqual(['L1']);
  expect(unknownRules('/** Pays once (L1, L3). */\nconst cell = (A9);\n// Both (L2).', rules)).toEqual(['L3']);
});

test('reports cited decisions that do not exist', () => {
  const records = new Set(['0014', '0028']);
  const comment = '(docs/decisions/0028, 0257); decision 0014; decisions 0014 and 0015';
  expect(unknownDecisions('a.ts', comment, records)).toEqual(['0257', '0015']);
  expect(unknownDecisions('a.ts', 'the account (0045)', records)).toEqual([]);
  expect(unknownDecisions('docs/decisions/README.md', 'its rights (0045), once (0014)', records)).toEqual(['0045']);
});

test('reports lines of comments above 120 characters, without addresses', () => {
  const long = 'word '.repeat(30);
  expect(longComments(`// ${long}\n * ${long}\nconst a = '${long}';\n// https://${long}\n// short`)).toEqual([1, 2]);
});

test('reports source files that a comment names and that are not there', () => {
  const files = ['engine/rebuild/rebuild.ts', 'engine/schema.ts', 'engine/table.ts'];
  const text =
    '/** See `rebuild/rebuild.ts` and table.ts, but not rebuild.ts. */\nconst name = `gone.ts`; // engine/table.ts, gone.ts';
  expect(unknownSources('engine/schema.ts', text, files)).toEqual(['rebuild.ts', 'gone.ts']);
});
