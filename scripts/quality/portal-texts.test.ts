import { expect, test } from 'vitest';
import { catalogueFaults, portalTexts } from './portal-texts.ts';

const read = (source: string) => portalTexts('page.tsx', source);
/** A template as written in source code: `#` replaces the dollar sign. */
const template = (source: string): string => source.replaceAll('#', '$');
const missed = (jsx: string) => read(`export const Page = () => <>${jsx}</>;`).untranslated;

test('collects the texts of t and T', () => {
  const { keys, untranslated } = read(
    "const a = t('One %{n}', { n: 'x' }); const b = <T text=\"See %{link}.\" link={a} />;",
  );
  expect([...keys]).toEqual(['One %{n}', 'See %{link}.']);
  expect(untranslated).toEqual([]);
});

test('reports text between tags, in attributes that are shown, and in tables of sentences', () => {
  expect(missed('<p>Held</p>')).toEqual(['page.tsx:1: Held']);
  expect(missed('<input aria-label="day" className="big field" />')).toEqual(['page.tsx:1: day']);
  expect(read("const TEXTS = { held: 'The rental is on hold.' };").untranslated).toEqual([
    'page.tsx:1: The rental is on hold.',
  ]);
  expect(read("const STATES = { held: 'Held', status: 'Declined', icon: 'clock' };").untranslated).toEqual([
    'page.tsx:1: Held',
  ]);
  expect(read(template('const text = (n: number) => `#{n} rentals are left`;')).untranslated).toHaveLength(1);
});

test('reports a key that is not a literal, and accepts comparisons and codes', () => {
  expect(read('t(text);').untranslated).toEqual(['page.tsx:1: the text is not a literal']);
  expect(read("const sent = status === 'Sent to the bank'; const kind = 'Declined';").untranslated).toEqual([]);
});

test('compares a catalogue with the keys and the source of the server', () => {
  const faults = (texts: Record<string, string>, server: Record<string, string> = {}) =>
    catalogueFaults(
      { texts, server },
      new Set(['Paid on %{day}']),
      template('message: `At most #{max} characters.`'),
      2,
    );
  expect(
    faults({ 'Paid on %{day}': 'Betaal op %{day}' }, { 'At most %{max} characters.': 'Hoogstens %{max}.' }),
  ).toEqual([]);
  expect(faults({})).toEqual(['no translation: Paid on %{day}']);
  expect(faults({ 'Paid on %{day}': 'Betaal' })).toEqual(['other placeholders: Paid on %{day}']);
  expect(faults({ 'Paid on %{day}': 'a %{day} |||| b %{day}' })).toEqual(['other plural forms: Paid on %{day}']);
  expect(faults({ 'Paid on %{day}': 'op %{day}', Other: 'Ander' })).toEqual(['unused: Other']);
  expect(faults({ 'Paid on %{day}': 'op %{day}' }, { 'No such text': 'x' })).toEqual([
    'the server sends no such text: No such text',
  ]);
});
