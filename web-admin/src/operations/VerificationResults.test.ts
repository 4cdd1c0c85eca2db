import type { Verification } from '@fynbos/api/audit/answers.ts';
import { expect, test } from 'vitest';
import { progressText } from '../components/states.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import { translateWith } from '../i18n/T.tsx';
import { isAbandoned, remainingMs } from './VerificationResults.tsx';

const at = Date.parse('2026-05-04T08:00:10.000Z');
const running: Verification = {
  id: 'a',
  how: 'asked',
  state: 'running',
  done: 250,
  total: 1_000,
  result: null,
  error: null,
  startedAt: '2026-05-04T08:00:00.000Z',
  updatedAt: '2026-05-04T08:00:10.000Z',
};

test('estimates the remaining time of a verification that has started to read', () => {
  expect(remainingMs(running, at)).toBe(30_000);
  expect(remainingMs({ ...running, done: 0 }, at)).toBeNull();
  expect(remainingMs({ ...running, done: 1_000 }, at)).toBeNull();
});

test('a verification whose process has ended is not shown as running', () => {
  expect(isAbandoned(running, at + 59_000)).toBe(false);
  expect(isAbandoned(running, at + 61_000)).toBe(true);
  expect(isAbandoned({ ...running, state: 'done' }, at + 61_000)).toBe(false);
});

test.each([
  [{ done: null, total: null, remainingMs: null }, 'Waiting to start.'],
  [{ done: 40, total: null, rate: 9, remainingMs: null }, '40 events so far · 9/s'],
  [{ done: 40, total: 90, rate: 9, remainingMs: 5_000 }, '40 of 90 events · 9/s · about 5 s left'],
])('the progress %o is shown as "%s"', (work, text) => {
  const translate = translateWith(i18nProvider.translate);
  expect(translate(progressText(work, 'events'))).toBe(text);
});
