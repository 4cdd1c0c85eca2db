import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { alertStore } from '../../state/alerts.ts';
import GoalDialog from './GoalDialog.tsx';

const WAIT = { timeout: 30_000 };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = vi.fn();
});

const opened = () => {
  const onClose = vi.fn();
  render(<GoalDialog goalCents={500_000} onSaved={vi.fn()} onClose={onClose} />);
  return onClose;
};

test('says in the dialog that the goal was not saved, and keeps the amount', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Nothing can be saved.' }, { status: 503 }));
  const onClose = opened();
  const amount = screen.getByLabelText('Monthly goal after tax, in rand');
  fireEvent.change(amount, { target: { value: '7 000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save goal' }));
  expect(await within(screen.getByRole('dialog')).findByRole('alert', {}, WAIT)).toHaveTextContent(
    'Nothing can be saved.',
  );
  expect(amount).toHaveValue('7 000');
  expect(onClose).not.toHaveBeenCalled();
  expect(alertStore.read()).toEqual([]);
});

test('does not save while the goal is being removed', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  opened();
  fireEvent.click(screen.getByRole('button', { name: 'Remove goal' }));
  expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled();
});
