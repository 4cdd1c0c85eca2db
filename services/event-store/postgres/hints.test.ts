import { HOUR_MS } from '@fynbos/domain/calendar.ts';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PostgresHints } from './hints.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('appends are announced to others also after the clock was set back', () => {
  const query = vi.fn(async () => undefined);
  const hints = new PostgresHints({ query } as unknown as pg.Pool);
  hints.appended();
  vi.advanceTimersByTime(10);
  expect(query).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() - HOUR_MS);
  hints.appended();
  vi.advanceTimersByTime(30);
  expect(query).toHaveBeenCalledTimes(2);
});
