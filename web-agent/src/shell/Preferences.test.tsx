import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import Preferences from './Preferences.tsx';

test('another language is stored, and the page loaded again, only on request', () => {
  render(<Preferences />);
  const choose = (value: string) =>
    fireEvent.change(screen.getByLabelText('Language of the portal'), { target: { value } });
  choose('af');
  expect(localStorage.getItem('language')).toBeNull();
  expect(screen.getByRole('button', { name: 'Show in Afrikaans' })).toBeVisible();
  choose('en');
  expect(screen.queryByRole('button')).toBeNull();
});
