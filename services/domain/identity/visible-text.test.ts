import { describe, expect, test } from 'vitest';
import { hasLink, isVisible } from './visible-text.ts';

const NAMES = [
  'O’Brien',
  "N'Golo",
  'van der Merwe-Botha',
  '!Gawaxab',
  'ǁGaroës',
  'Müller',
  'Ngũgĩ wa Thiong’o',
  'J. P.',
  'St. John',
  'St.John',
  'Ξένια',
  'Юлия',
  '李小龍',
  '田中 さくら',
  'محمد عبد الله',
  'می‌خواهم',
  'ශ්‍රීමතී',
  'क्‍षितिज',
  'Nguyễn Thị Minh Khai',
  'אברהם',
];

describe('names of people', () => {
  test.each(NAMES)('%s is visible and no link', (name) => {
    expect([isVisible(name), hasLink(name)]).toEqual([true, false]);
  });

  test.each([
    'Tha\u200bndi',
    '\u202eidnahT',
    'Thandi\u2066',
    'Tha\u00adndi',
    'Tha\u200dndi',
    '\ufeffThandi',
    'Thandi\u0007',
    'Tha\nndi',
    'T\ud800',
  ])('%j has invisible characters', (name) => {
    expect(isVisible(name)).toBe(false);
  });

  test.each([
    'https://evil.example',
    'Sign in at evil.example/login',
    'www.evil',
    'a@b',
    'WWW.EVIL.EXAMPLE',
    'evil．example',
    'ｈttps：//evil',
  ])('%s has a link', (name) => {
    expect(hasLink(name)).toBe(true);
  });
});
