import { buffer } from 'node:stream/consumers';
import { formatRand } from '@fynbos/domain/format.ts';
import { expect, test } from 'vitest';
import { objectsOf, wordsOf } from '../testing/pdf.ts';
import { type PdfContent, renderPdf } from './render-pdf.ts';

const CONTENT: PdfContent = {
  programme: 'Fynbos Rewards',
  sender: { name: 'Fynbos Car Rental', address: '12 Protea Road', contact: 'support@fynbos.example' },
  recipient: ['Thandi Nkosi', 'Karoo Travel', ''],
  title: 'Statement',
  about: 'Issued today',
  summary: { label: 'Nett', value: 'R1.00', facts: [['Gross', 'R2.00']] },
  sections: [],
};
const printed = (content: Partial<PdfContent>): Promise<Buffer> => buffer(renderPdf({ ...CONTENT, ...content }));
const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => [`R${1000 + n}`, 'R10.00']);
const table = (rows: readonly (readonly string[])[], notes?: readonly string[]) => ({
  columns: [
    ['Reservation', 1],
    ['Nett', 1, 'number'],
  ] as const,
  rows,
  empty: 'None.',
  totals: ['Total', 'R99.00'],
  ...(notes ? { notes } : {}),
});

test('prints names in Latin and nine other scripts, and replaces characters that no font has', async () => {
  const words = async (about: string) => wordsOf(await printed({ about }));
  expect(await words('Ṱhilivhali Mbeḓi, Łukasz Ångström')).toContain('Ṱhilivhali Mbeḓi, Łukasz Ångström');
  expect(await words('Жанна Ωmega')).toContain('Жанна Ωmega');
  for (const name of ['ሰላም', 'नमस्ते', 'દેવ', 'தமிழ்', 'שלום']) expect(await words(`Ms ${name}`), name).not.toContain('?');
  const gaps = 'a character that this document cannot print';
  expect(await words('王 Wang 😀')).toMatch(new RegExp(`\\? Wang \\?[^]*${gaps}`));
  expect(await words('Łukasz Ångström?')).not.toContain(gaps);
  // The line is printed in runs: Arabic from right to left, between Latin from left to right.
  const mixed = (await words('Dr محمد علي Nkosi')).split('\n');
  expect(mixed.filter((line) => /[\u0600-\u06ff\ufb50-\ufefc]/.test(line))).toHaveLength(1);
  expect(mixed).toContain('Dr ');
});

test('an amount below zero keeps its sign in a document', async () => {
  expect(formatRand(-1234_50)).toBe('\u2212R1\u202f234.50');
  expect(wordsOf(await printed({ about: formatRand(-1234_50) }))).toContain('\u2212R1\u202f234.50');
});

test('a document is tagged, and has a title, a language, headings and tables with heads', async () => {
  const pdf = await printed({ sections: [{ heading: 'Rewards', table: table(rowsOf(3), ['', 'A note', '']) }] });
  const text = pdf.toString('latin1');
  expect(text).toContain('/Marked true');
  expect(text).toMatch(/\/Lang \(en-ZA\)/);
  expect(text).toContain('/DisplayDocTitle true');
  const title = /\/Title (\d+) 0 R/.exec(text)?.[1];
  expect(objectsOf(pdf).get(Number(title))).toBe('(Statement)');
  const roles = [...objectsOf(pdf).values()].flatMap((object) => /\/S \/(\w+)/.exec(object)?.[1] ?? []);
  const count = (role: string) => roles.filter((one) => one === role).length;
  // Summary: one row. Table: head, three rows, a note and the total.
  expect({ H1: count('H1'), H2: count('H2'), Table: count('Table'), TR: count('TR') }).toEqual({
    H1: 1,
    H2: 1,
    Table: 2,
    TR: 7,
  });
  // The labels of the summary and of each row, and the two heads of the columns.
  expect({ TH: count('TH'), TD: count('TD') }).toEqual({ TH: 7, TD: 6 });
  expect([...text.matchAll(/\/Scope \/Column/g)]).toHaveLength(2);
  expect(text).toContain('/ColSpan 2');
});

test('a long table repeats its head, and every page names its number and the number of pages', async () => {
  const words = wordsOf(await printed({ sections: [{ table: table(rowsOf(90)) }] }));
  const pages = [...words.matchAll(/Statement · page (\d) of (\d)/g)].map(([, page, of]) => `${page} of ${of}`);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.at(-1)).toBe(`${pages.length} of ${pages.length}`);
  expect(words.match(/^Reservation$/gm)).toHaveLength(pages.length);
});
