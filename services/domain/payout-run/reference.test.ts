import { expect, test } from 'vitest';
import { RUN_REFERENCE, referenceOf } from './reference.ts';

test('recognises every reference that is given to a run, and no other text', () => {
  for (let byte = 0; byte < 256; byte++)
    for (const bytes of [
      [byte, 255 - byte],
      [byte, 7, byte],
    ])
      expect(referenceOf('2026-11-30', bytes)).toMatch(RUN_REFERENCE);
  expect(referenceOf('2026-11-30', [9, 28])).toBe('FR261130K7');
  for (const text of ['FR261130IL', 'FR261130O2', 'FR261130K', 'FR261130K7K7', 'FT261130K7'])
    expect(text).not.toMatch(RUN_REFERENCE);
});
