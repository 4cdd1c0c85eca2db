import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextSample } from './text-samples.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '1', ' ', '%', 'é', 'İ', '😀'), maxLength: 9 });

test('a row that contains a text contains its rare parts in order', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), word, word, word, (texts, before, asked, after) => {
      const whole = before + asked + after;
      let at = 0;
      for (const part of new TextSample(texts).rareParts(asked)) {
        const found = whole.indexOf(part, at);
        expect(found).toBeGreaterThan(-1);
        at = found + part.length;
      }
    }),
  );
});

test('parts that every row has are not used for the index', () => {
  const texts = Array.from({ length: 500 }, (_, n) => `Agency ${n} Travel`);
  const sample = new TextSample(texts);
  expect(sample.rareParts('agency 417 t')).toEqual([' 417 ']);
  expect(sample.rareParts('travel')).toEqual([]);
  expect(sample.part('TRAVEL')).toBe(1);
  expect(sample.part('agency 41')).toBeCloseTo(11 / 500);
});
