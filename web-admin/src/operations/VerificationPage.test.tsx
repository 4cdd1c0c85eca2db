import type { LogIntegrity, Verification } from '@fynbos/api/audit/answers.ts';
import { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import VerificationPage from './VerificationPage.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const BEGUN = new Date('2026-11-17T00:00:00.000Z');

const verification = (state: Verification['state']): Verification => ({
  id: 'v1',
  how: 'asked',
  state,
  done: 5,
  total: 10,
  result: null,
  error: null,
  startedAt: BEGUN.toISOString(),
  updatedAt: BEGUN.toISOString(),
});

const proof = (verifications: Verification[]): LogIntegrity => ({
  publicKey: 'key',
  fingerprint: 'print',
  secondPlace: true,
  checkpoint: null,
  verifications,
});

/** The server answers verification calls with `proofs`. Returns the requested paths in order. */
async function show(proofs: () => Response | Promise<Response>) {
  vi.setSystemTime(BEGUN);
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url.replace('/api/admin/', '')}`);
    if (url.endsWith('/keys'))
      return Promise.resolve(Response.json({ masterKeys: [{ masterKeyId: 'm', keys: 3, current: true }] }));
    return method === 'POST' ? new Promise<Response>(() => undefined) : Promise.resolve(proofs());
  });
  render(
    <AdminContext
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <VerificationPage />
    </AdminContext>,
  );
  expect(await screen.findByText('All 3 keys use the current master key.')).toBeVisible();
  return asked;
}

const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const readCount = (asked: readonly string[]) => asked.filter((path) => path === 'GET proof').length;

test('refreshes the list only while a verification runs, and counts the keys once', async () => {
  let verifications = [verification('running')];
  const asked = await show(() => Response.json(proof(verifications)));
  await passed(5_000);
  expect(readCount(asked)).toBeGreaterThan(3);
  verifications = [verification('done')];
  await passed(2_000);
  const before = readCount(asked);
  await passed(10_000);
  expect(readCount(asked)).toBe(before);
  expect(asked.filter((path) => path === 'GET proof/keys')).toHaveLength(1);
});

test('does not wait for a verification whose process has ended', async () => {
  const asked = await show(() => Response.json(proof([verification('running')])));
  await passed(70_000);
  const before = readCount(asked);
  await passed(10_000);
  expect(readCount(asked)).toBe(before);
});

test('two presses start one verification', async () => {
  const asked = await show(() => Response.json(proof([])));
  const button = screen.getByRole('button', { name: 'Verify the log' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(asked.filter((path) => path === 'POST proof/verifications')).toHaveLength(1);
  expect(button).toHaveAttribute('aria-disabled', 'true');
});

test('a failed refresh is reported next to the earlier result until the next one succeeds', async () => {
  let isAway = false;
  await show(() =>
    isAway
      ? Response.json({ message: 'The database is away.' }, { status: 503 })
      : Response.json(proof([verification('running')])),
  );
  const typed = screen.getAllByRole('textbox')[0] as HTMLInputElement;
  fireEvent.change(typed, { target: { value: 'agent-7' } });
  isAway = true;
  await passed(1_500);
  expect(screen.getByRole('alert')).toHaveTextContent('The database is away.');
  expect(typed).toBeVisible();
  expect(typed).toHaveValue('agent-7');
  isAway = false;
  await passed(1_500);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(typed).toHaveValue('agent-7');
});

test('has its heading while it loads', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  render(
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      <VerificationPage />
    </AdminContext>,
  );
  expect(screen.getByRole('heading', { name: 'Log integrity' })).toBeVisible();
});
