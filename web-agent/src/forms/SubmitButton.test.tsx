import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SubmitButton } from './fields.tsx';

test.each([true, false])('gets the focus back after its action, but takes it from no other element: %s', (pressed) => {
  const form = (busy: boolean) => (
    <>
      <SubmitButton label="Send" busyLabel="Sending..." busy={busy} />
      <input aria-label="Name" />
    </>
  );
  const { rerender } = render(form(false));
  screen.getByRole('button').focus();
  rerender(form(true));
  screen.getByRole('button').blur();
  if (!pressed) screen.getByLabelText('Name').focus();
  rerender(form(false));
  expect(pressed ? screen.getByRole('button') : screen.getByLabelText('Name')).toHaveFocus();
});
