import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext, memoryStore, TestMemoryRouter } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import ShortcutsDialog from './ShortcutsDialog.tsx';
import { useKeys } from './use-keys.ts';

const approve = vi.fn();
const next = vi.fn();

function Page({ isHelping }: { isHelping: boolean }) {
  useKeys(() => undefined);
  return isHelping ? (
    <ShortcutsDialog onClose={() => undefined} />
  ) : (
    <>
      <button data-key="a" onClick={approve} type="button">
        Approve
      </button>
      <button data-next="" onClick={next} type="button">
        Next
      </button>
      <div className="table scroll-x" data-testid="table" />
    </>
  );
}

test('the arrow keys scroll a wide table that has the focus, and otherwise open the next page', () => {
  render(
    <TestMemoryRouter>
      <AdminContext i18nProvider={i18nProvider}>
        <Page isHelping={false} />
      </AdminContext>
    </TestMemoryRouter>,
  );
  const table = screen.getByTestId('table');
  Object.defineProperty(table, 'scrollWidth', { value: 1_200, configurable: true });
  const isDefault = () => fireEvent.keyDown(table, { key: 'ArrowRight' });
  expect(isDefault()).toBe(true);
  expect(next).not.toHaveBeenCalled();
  Object.defineProperty(table, 'scrollWidth', { value: 0 });
  expect(isDefault()).toBe(false);
  expect(next).toHaveBeenCalledOnce();
});

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
  next.mockClear();
  fireEvent.keyDown(document.body, { key: 'a' });
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(approve).toHaveBeenCalledTimes(1);
  expect(next).not.toHaveBeenCalled();
});
