import { expect, test } from 'vitest';
import { newRunId } from './run-id.ts';

test('no id is a number, however many are made', () => {
  const ids = Array.from({ length: 5_000 }, newRunId);
  expect(ids.filter((id) => !/^r[0-9a-f]{10}$/.test(id) || String(Number.parseInt(id, 10)) === id)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
