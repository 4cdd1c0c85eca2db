import type { Administrator } from '@fynbos/api/admins/answers.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { AdminDialog } from './AdminDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const opened: Administrator = {
  id: 4,
  name: 'Sizwe',
  email: 'sizwe@fynbos.example',
  roles: ['Support'],
  status: 'enabled',
  version: 3,
  addedAt: '2026-01-01T00:00:00.000Z',
  lastSignInAt: null,
  refusedSince: 0,
};

test('changes rights against the opened version, not against one fetched while the form was open', async () => {
  const sent = vi.fn(async (_url: string, _request: RequestInit) =>
    Response.json({ status: 412, message: 'Someone else has changed this record.' }, { status: 412 }),
  );
  vi.stubGlobal('fetch', sent);
  const dialog = (admin: Administrator) => (
    <AdminContext dataProvider={dataProvider}>
      <AdminDialog admin={admin} />
    </AdminContext>
  );
  const { rerender } = render(dialog(opened));
  fireEvent.click(screen.getByLabelText('Auditor'));
  rerender(dialog({ ...opened, roles: ['Support', 'Finance'], version: 4 }));
  fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'moved on' } });
  fireEvent.click(screen.getByText('Request approval'));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  const [url, request] = sent.mock.calls[0] as [string, RequestInit];
  expect(url).toBe('/api/admin/admins/4');
  expect(new Headers(request.headers).get('If-Match')).toBe('3');
  expect(JSON.parse(request.body as string)).toMatchObject({ roles: ['Support', 'Auditor'] });
  expect(await screen.findByText('Someone else has changed this record.')).toBeVisible();
});
