import { expect, test } from 'vitest';
import { untranslated } from './texts.ts';

const found = (jsx: string): string[] =>
  untranslated(
    'page.tsx',
    `import { TextField } from '@mui/material';
     import { Facts } from './Facts.tsx';
     export const Page = ({ isOpen, label, n, translate, notify }) => <>${jsx}</>;`,
  ).map((fault) => fault.replace('page.tsx:3: ', ''));

test('reports text between tags without T, in every branch of a condition', () => {
  expect(found('<p>Held</p>')).toEqual(['Held']);
  expect(found("<p>{isOpen ? 'Held' : <b>Released</b>}</p>")).toEqual(['Held', 'Released']);
  expect(found("<p>{isOpen && 'Held'} {label ?? 'none'}</p>")).toEqual(['Held', 'none']);
  expect(found("<p><T>Held</T> · <T>{isOpen ? 'Held' : 'Released'}</T> {label} 12 %</p>")).toEqual([]);
  expect(found('<code translate="no">invoice</code>')).toEqual([]);
});

test('reports untranslated attributes that are shown or read aloud', () => {
  expect(found('<input aria-label="Day" placeholder={isOpen ? "Day" : "Month"} />')).toEqual([
    'aria-label: Day',
    'placeholder: Day',
    'placeholder: Month',
  ]);
  expect(found('<TextField label="Day" />')).toEqual(['label: Day']);
  expect(found('<TextField label={label} />')).toEqual(['label is not translated']);
  expect(found('<TextField label={translate(label)} type="date" />')).toEqual([]);
  expect(found('<Facts label="Day" />')).toEqual([]);
});

/** A template as written in source code: `#` replaces the dollar sign. */
const template = (jsx: string): string[] => found(jsx.replaceAll('#', '$'));

test('reports sentences that are concatenated from parts', () => {
  expect(template('<Facts title={`Change #{label}`} />')).toEqual(['title: Change']);
  expect(found("<Facts title={'Change ' + label} />")).toEqual(['title: Change']);
  expect(template('<Facts facts={[["Set", `#{label} by admin`]]} />')).toEqual(['facts: by admin']);
  expect(template('<T>{`Change #{label}`}</T>')).toEqual(['Change']);
  expect(template('<a onClick={() => notify(`#{n} taken`)} />')).toEqual(['taken']);
  expect(found("<Facts title={['Change %{label}', { label }]} />")).toEqual([]);
});
