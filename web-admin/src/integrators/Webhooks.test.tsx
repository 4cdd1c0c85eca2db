import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { Link } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import { Webhooks } from './Webhooks.tsx';

afterEach(() => vi.unstubAllGlobals());

test('asks before the secret of a new webhook is lost, until it was saved', async () => {
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit) =>
    Response.json(method === 'GET' ? [] : { webhookId: 'w1', secret: 'shown-this-once' }),
  );
  render(
    <TestMemoryRouter initialEntries={['/integrators/i1?tab=webhooks']}>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <LeaveGuard />
        <Link to="?tab=keys">Keys</Link>
        <Webhooks id="i1" readOnly={false} />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  fireEvent.change(screen.getByLabelText(/^URL/), { target: { value: 'https://desk.example/hook' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add webhook' }));
  await screen.findByText('shown-this-once');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByText('Keys'));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  fireEvent.click(await screen.findByRole('button', { name: 'I have saved the secret' }));
  expect(screen.queryByText('shown-this-once')).toBeNull();
  fireEvent.click(screen.getByText('Keys'));
  expect(screen.queryByText('Leave without the secret?')).toBeNull();
});
