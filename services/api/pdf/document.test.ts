import { formatRand } from '@fynbos/domain/format.ts';
import { expect, test } from 'vitest';
import { wordsOf } from '../testing/pdf.ts';
import { newDocument } from './document.ts';
import { printable } from './printable.ts';

async function printed(...texts: string[]): Promise<string> {
  const document = newDocument({ title: 'Test', margin: 48 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.once('end', resolve));
  for (const text of texts) document.font('Helvetica').text(text);
  document.end();
  await ended;
  return wordsOf(Buffer.concat(chunks));
}

test('characters of the fonts are printed, and missing ones are replaced without affecting the rest', async () => {
  expect(printable('Ångström – “Zoë” €5')).toBe('Ångström – “Zoë” €5');
  expect(printable('\u2212R1\u202f234.50')).toBe('\u2013R1\u00a0234.50');
  expect(printable('Ṱhilivhali Mbeḓi')).toBe('Thilivhali Mbedi');
  expect(printable('Łukasz Đorđe')).toBe('Lukasz Dorde');
  expect(printable('王 Wang')).toBe('? Wang');
  expect(await printed('Ṱhilivhali, then the end', 'minus \u22125, then the end')).toMatch(
    /Thilivhali, then the end\nminus \u00965, then the end/,
  );
});

test('an amount below zero keeps its sign in a document', async () => {
  expect(formatRand(-1234_50)).toBe('\u2013R1\u00a0234.50');
  expect(await printed(formatRand(-1234_50))).toContain('\u0096R1\u00a0234.50');
});
