import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIdle } from './use-idle.ts';

const MINUTE = 60_000;
const ends = { lastResponse: () => 0, onOver: vi.fn(), onExtend: vi.fn() };

function Watched() {
  const { isWarning, leftMs } = useIdle(ends);
  return <p>{isWarning ? `warned, ${Math.round(leftMs / 1000)} s left` : 'quiet'}</p>;
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a session warns after 58 minutes without mouse or keys and ends after 60', () => {
  const { container } = render(<Watched />);
  pass(57.9 * MINUTE);
  expect(container).toHaveTextContent('quiet');
  pass(0.2 * MINUTE);
  expect(container).toHaveTextContent(/warned, 11\d s left/);
  expect(ends.onOver).not.toHaveBeenCalled();
  pass(2 * MINUTE);
  expect(ends.onOver).toHaveBeenCalled();
});

test('moving the mouse restarts the hour', () => {
  const { container } = render(<Watched />);
  pass(50 * MINUTE);
  fireEvent.mouseMove(window);
  pass(50 * MINUTE);
  expect(container).toHaveTextContent('quiet');
  expect(ends.onOver).not.toHaveBeenCalled();
});

test('one key press during the warning keeps the session and informs the server', () => {
  const { container } = render(<Watched />);
  pass(59 * MINUTE);
  expect(container).toHaveTextContent('warned');
  ends.onExtend.mockClear();
  fireEvent.keyDown(window, { key: 'a' });
  expect(container).toHaveTextContent('quiet');
  expect(ends.onExtend).toHaveBeenCalledOnce();
  pass(30 * MINUTE);
  expect(ends.onOver).not.toHaveBeenCalled();
});

test('activity in another tab counts', () => {
  const { container } = render(<Watched />);
  pass(57 * MINUTE);
  localStorage.setItem('lastActivity', String(Date.now()));
  pass(30 * MINUTE);
  expect(container).toHaveTextContent('quiet');
});
