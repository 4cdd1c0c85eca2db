import { act, render, screen } from '@testing-library/react';
import { AdminContext, useGetList } from 'react-admin';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { RebuildingBanner } from './AppLayout.tsx';

const MESSAGE = 'These figures are being rebuilt and are not complete yet: 43% done. Try again then.';
let isRebuilt = false;

beforeEach(() => {
  isRebuilt = false;
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', async () =>
    isRebuilt
      ? Response.json([{ id: 1 }], { headers: { 'Content-Range': 'rewards 0-0/1' } })
      : Response.json(
          { type: 'urn:fynbos:problem:rebuilding', status: 503, message: MESSAGE },
          { status: 503, headers: { 'Retry-After': '7' } },
        ),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Rewards() {
  const { data } = useGetList('rewards', { pagination: { page: 1, perPage: 10 } }, { retry: false });
  return <p>{data ? `${data.length} rewards` : 'no rewards'}</p>;
}

test('shows the progress while figures are being rebuilt, and the figures when they are complete', async () => {
  render(
    <AdminContext i18nProvider={i18nProvider} dataProvider={dataProvider}>
      <RebuildingBanner />
      <Rewards />
    </AdminContext>,
  );
  expect(await screen.findByRole('status')).toHaveTextContent('43% done');
  expect(screen.getByText('no rewards')).toBeVisible();
  isRebuilt = true;
  await act(() => vi.advanceTimersByTimeAsync(7_100));
  expect(await screen.findByText('1 rewards')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(2_100));
  expect(screen.queryByRole('status')).toBeNull();
});
