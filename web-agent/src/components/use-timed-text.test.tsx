import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TIMES } from '../messages/first-messages.ts';
import { useTimedText } from './use-timed-text.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a message of a form disappears after two seconds', () => {
  const gone = vi.fn();
  renderHook(() => useTimedText('Sent.', TIMES.formMessage, gone));
  vi.advanceTimersByTime(1_999);
  expect(gone).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(gone).toHaveBeenCalledOnce();
});
