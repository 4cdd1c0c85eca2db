import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import Preferences from './Preferences.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('another language is stored, and the page loaded again, only on request', () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, reload });
  render(<Preferences />);
  const choose = (value: string) =>
    fireEvent.change(screen.getByLabelText('Language of the portal'), { target: { value } });
  choose('en');
  expect(screen.queryByRole('button')).toBeNull();
  choose('af');
  expect(localStorage.getItem('language')).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Show in Afrikaans' }));
  expect(localStorage.getItem('language')).toBe('af');
  expect(reload).toHaveBeenCalledOnce();
});
