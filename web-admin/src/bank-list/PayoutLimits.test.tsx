import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { PayoutLimits } from './PayoutLimits.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a request for other limits keeps every band that it does not change', async () => {
  const limits = {
    approverBands: [2, 3, 4, 5].map((approvers) => ({ fromNettCents: approvers * 100_000_00, approvers })),
    statedTotalFromCents: 500_000_00,
    eftItemCents: 5_000_000_00,
    crossBorderItemCents: 5_000_000_00,
  };
  const fetched = vi.fn(async (_path: string, _init?: RequestInit) => Response.json({ limits, changes: [] }));
  vi.stubGlobal('fetch', fetched);
  render(
    <TestMemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <PayoutLimits mayChange />
      </AdminContext>
    </TestMemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change limits' }));
  fireEvent.change(await screen.findByLabelText(/^5 approvers from/), { target: { value: '600000' } });
  fireEvent.change(screen.getByLabelText(/^Reason/), { target: { value: 'Decision of the board' } });
  fireEvent.click(screen.getByRole('button', { name: 'Request change' }));
  await waitFor(() => expect(fetched.mock.calls.some(([, init]) => init?.method === 'POST')).toBe(true));
  const [, init] = fetched.mock.calls.find(([, sent]) => sent?.method === 'POST') ?? [];
  expect(JSON.parse(String(init?.body))).toMatchObject({
    approverBands: [...limits.approverBands.slice(0, 3), { fromNettCents: 600_000_00, approvers: 5 }],
  });
});
