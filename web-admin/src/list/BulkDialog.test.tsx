import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, ListContextProvider } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { BulkDialog } from './BulkDialog.tsx';

const items = [1, 2, 3].map((id) => ({ id }));

/** Opens the dialog for three records. Each call waits until the test lets it answer. */
function opened() {
  const answers: (() => void)[] = [];
  const run = vi.fn((_item: { id: number }) => new Promise<void>((resolve) => answers.push(resolve)));
  const onSelect = vi.fn();
  const onUnselectItems = vi.fn();
  const { unmount } = render(
    <AdminContext i18nProvider={i18nProvider}>
      <ListContextProvider value={{ onSelect, onUnselectItems } as never}>
        <BulkDialog
          action="Suspend"
          doneMessage="%{count} agent suspended. |||| %{count} agents suspended."
          effectOf={({ id }) => ({ name: `Agent ${id}`, effect: 'is suspended.' })}
          items={items}
          run={run}
          title="Suspend"
          values={{}}
        />
      </ListContextProvider>
    </AdminContext>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }));
  return { run, answers, onSelect, onUnselectItems, unmount };
}

test('Stop ends the work after the record at hand, and leaves the others selected', async () => {
  const { run, answers, onSelect } = opened();
  await screen.findByRole('button', { name: '0 of 3' });
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  answers[0]?.();
  expect(await screen.findByText('Stopped: 2 records are unchanged.')).toBeVisible();
  expect(run.mock.calls.map(([item]) => item)).toEqual([{ id: 1 }]);
  expect(onSelect).toHaveBeenCalledWith([2, 3]);
});

test('leaving the page ends the work after the record at hand', async () => {
  const { run, answers, onSelect, unmount } = opened();
  await screen.findByRole('button', { name: '0 of 3' });
  unmount();
  answers[0]?.();
  await waitFor(() => expect(onSelect).toHaveBeenCalledWith([2, 3]));
  expect(run).toHaveBeenCalledOnce();
});

test('shows how many records are done until all are', async () => {
  const { run, answers, onUnselectItems } = opened();
  for (const done of [0, 1, 2]) {
    await screen.findByRole('button', { name: `${done} of 3` });
    answers[done]?.();
  }
  await waitFor(() => expect(onUnselectItems).toHaveBeenCalledOnce());
  expect(run).toHaveBeenCalledTimes(3);
});
