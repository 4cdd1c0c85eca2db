import { expect, test, vi } from 'vitest';
import { z } from 'zod';

test('ids are UUIDs of version 7 that rise, however many a millisecond has and wherever the clock goes', async () => {
  // As in a process that has given out none yet.
  vi.resetModules();
  const { timeOrderedId } = await import('./time-ordered-id.ts');
  const start = Date.parse('2026-11-21T08:00:00.000Z');
  const clock = [...Array<number>(10_000).fill(start), start - 60_000, start + 1, start + 60_000];
  const ids = clock.map((at) => timeOrderedId(at));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  for (const id of [ids[0], ids.at(-1)]) expect(z.uuidv7().safeParse(id).success).toBe(true);
  expect(Number.parseInt((ids.at(-1) as string).replaceAll('-', '').slice(0, 12), 16)).toBe(start + 60_000);
});
