import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { Deliveries } from './Deliveries.tsx';

afterEach(() => vi.unstubAllGlobals());

const AT = '2026-01-01T00:00:00.000Z';
const delivery = {
  deliveryId: 'd1',
  kind: 'reward.paid',
  reservationNo: 'R1',
  state: 'taken',
  attempts: 1,
  body: '{}',
  createdAt: AT,
  endedAt: AT,
  dueAt: null,
  answers: [],
};

test('shows older deliveries page by page', async () => {
  const page = (name: string, length: number) =>
    Array.from({ length }, (_, n) => ({ ...delivery, deliveryId: `${name}${n}`, reservationNo: `${name}${n}` }));
  const older = `?${new URLSearchParams({ before: AT, beforeId: 'new49' })}`;
  vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith(older) ? page('old', 2) : page('new', 50)));
  render(
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      <Deliveries path="integrators/i1/webhooks/w1" readOnly />
    </AdminContext>,
  );
  const button = await screen.findByRole('button', { name: 'Older' });
  button.focus();
  fireEvent.click(button);
  expect(button).toHaveFocus();
  expect(screen.getByText('new49')).toBeVisible();
  expect(await screen.findByText('old1')).toBeVisible();
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  fireEvent.click(screen.getByRole('button', { name: 'Newest' }));
  expect(await screen.findByText('new49')).toBeVisible();
});

test('resends the messages of a day only after a dialog with their number', async () => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'POST') sent(url, JSON.parse(String(body)));
    return Response.json(method === 'GET' && !url.includes('/count') ? [delivery] : { deliveries: 1_200 });
  });
  render(
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      <Deliveries path="integrators/i1/webhooks/w1" readOnly={false} />
    </AdminContext>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Send the last 24 hours again' }));
  expect(await screen.findByText(/^1.200 messages are sent again/)).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Send messages again' }));
  await waitFor(() =>
    expect(sent).toHaveBeenCalledExactlyOnceWith('/api/admin/integrators/i1/webhooks/w1/again', {
      since: expect.any(String),
    }),
  );
});
