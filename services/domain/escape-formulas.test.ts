import { expect, test } from 'vitest';
import { escapeFormulas } from './escape-formulas.ts';

/** The fields of a line as a spreadsheet splits it: a quote protects only from the beginning of a field. */
function fieldsOf(line: string, separator: string): string[] {
  const fields: string[] = [];
  for (let rest: string | null = line; rest !== null; ) {
    const quoted: string = /^"(?:[^"]|"")*"?/.exec(rest)?.[0] ?? '';
    const bare: string = (rest.slice(quoted.length).split(/[\n\r]/)[0] ?? '').split(separator)[0] ?? '';
    fields.push(quoted.replaceAll('"', '') + bare);
    const used: number = quoted.length + bare.length;
    rest = used < rest.length ? rest.slice(used + 1) : null;
  }
  return fields;
}

test.each([
  '=1+1',
  '+27',
  '-1',
  '@x',
  '\tx',
  '\r=1',
  'x;=1+1;',
  'x; =1+1',
  'x;"=1+1',
  'x\n=1+1',
  'a;b;@c',
  'x;\t=1',
  ';-1',
  'Karoo Travel',
  '2026-11-23',
  'a-b',
  'x; y',
  '1 = 1',
  'O’Brien & Co',
])('%j begins no formula, wherever a spreadsheet parts it', (text) => {
  const cell = escapeFormulas(text);
  const written = /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  for (const line of [`${written},1`, `1,${written},2`])
    for (const separator of [',', ';', '\t'])
      for (const field of fieldsOf(line, separator)) expect(field).not.toMatch(/^[\s"]*[=+\-@]/);
});

test.each(['Karoo Travel', '2026-11-23', 'a-b', 'x; y', '1 = 1', ''])('leaves %j unchanged', (text) => {
  expect(escapeFormulas(text)).toBe(text);
});

test('a cell that begins like a formula gets one apostrophe', () => {
  expect(['=1', 'x;=1;-2', '-'].map(escapeFormulas)).toEqual(["'=1", "x;'=1;'-2", "'-"]);
});
