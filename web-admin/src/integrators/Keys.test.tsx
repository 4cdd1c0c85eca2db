import type { Integrator, MadeKey } from '@fynbos/api/integrators/answers.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { Link } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import { AddIntegratorDialog } from './IntegratorDialog.tsx';
import { Keys } from './Keys.tsx';

afterEach(() => vi.unstubAllGlobals());

const AT = '2026-01-01T00:00:00.000Z';
const integrator: Integrator = {
  id: 'i1',
  name: 'Desk',
  scopes: [],
  status: 'live',
  version: 1,
  addedAt: AT,
  updatedAt: AT,
  keys: [{ keyId: 'k1', madeAt: AT }],
  webhooks: [],
};
const made: MadeKey = { keyId: 'k2', apiKey: 'fr_shown_this_once' };

/** A server that creates a key only when the test releases it. */
function slowServer() {
  const sent = vi.fn();
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    if (method === 'GET') return Promise.resolve(Response.json([]));
    sent(`${method} ${url}`);
    return new Promise<Response>((resolve) => answers.push(() => resolve(Response.json(made, { status: 201 }))));
  });
  return { sent, answer: () => answers.forEach((each) => void each()) };
}

test('asks before it creates one key, and keeps its secret until it was saved', async () => {
  const { sent, answer } = slowServer();
  render(
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      <Keys integrator={integrator} mayChange />
    </AdminContext>,
  );
  const posted = () => sent.mock.calls.filter(([line]) => line.startsWith('POST')).length;
  fireEvent.click(screen.getByRole('button', { name: 'Replace k1' }));
  expect(screen.getByRole('dialog', { name: 'Replace key k1' })).toBeVisible();
  expect(posted()).toBe(0);
  const create = screen.getByRole('button', { name: 'Create key' });
  fireEvent.click(create);
  fireEvent.click(create);
  await waitFor(() => expect(posted()).toBe(1));
  answer();
  expect(await screen.findByText(made.apiKey)).toBeVisible();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.getByText(made.apiKey)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'I have saved the key' }));
  await waitFor(() => expect(screen.queryByText(made.apiKey)).toBeNull());
});

test('the dialog of a new integrator stays until its key was saved', async () => {
  const { sent, answer } = slowServer();
  const onClose = vi.fn();
  render(
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      <AddIntegratorDialog onClose={onClose} />
    </AdminContext>,
  );
  const leave = () => {
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    const outside = document.querySelector('.MuiDialog-container') as Element;
    fireEvent.mouseDown(outside);
    fireEvent.click(outside);
  };
  leave();
  expect(onClose).toHaveBeenCalledTimes(2);
  onClose.mockClear();

  fireEvent.change(screen.getByLabelText(/Name/), { target: { value: 'Desk' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add integrator' }));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  leave();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
  answer();
  expect(await screen.findByText(made.apiKey)).toBeVisible();
  leave();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'I have saved the key' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('leaving the page asks first while the secret of a key is shown', async () => {
  const { sent, answer } = slowServer();
  render(
    <TestMemoryRouter initialEntries={['/integrators/i1']}>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <LeaveGuard />
        <Link to="/rewards">Rewards</Link>
        <Keys integrator={integrator} mayChange />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Replace k1' }));
  fireEvent.click(screen.getByRole('button', { name: 'Create key' }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith(expect.stringMatching(/^POST/)));
  answer();
  await screen.findByText(made.apiKey);
  fireEvent.click(screen.getByText('Rewards'));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(screen.getByText(made.apiKey)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'I have saved the key' }));
  await waitFor(() => expect(screen.queryByText(made.apiKey)).toBeNull());
  fireEvent.click(screen.getByText('Rewards'));
  expect(screen.queryByText('Leave without the secret?')).toBeNull();
});
