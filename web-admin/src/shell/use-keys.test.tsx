import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, memoryStore, TestMemoryRouter } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import ShortcutsDialog from './ShortcutsDialog.tsx';
import { useKeys } from './use-keys.ts';

const approve = vi.fn();

function Page({ isHelping }: { isHelping: boolean }) {
  useKeys(() => undefined);
  return isHelping ? (
    <ShortcutsDialog onClose={() => undefined} />
  ) : (
    <button data-key="a" onClick={approve} type="button">
      Approve
    </button>
  );
}

test('single-key shortcuts can be switched off', async () => {
  const store = memoryStore();
  const page = (isHelping: boolean) => (
    <TestMemoryRouter>
      <AdminContext i18nProvider={i18nProvider} store={store}>
        <Page isHelping={isHelping} />
      </AdminContext>
    </TestMemoryRouter>
  );
  const { rerender } = render(page(false));
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(approve).toHaveBeenCalledTimes(1);
  rerender(page(true));
  fireEvent.click(await screen.findByLabelText('Single-key shortcuts'));
  rerender(page(false));
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(approve).toHaveBeenCalledTimes(1);
});
