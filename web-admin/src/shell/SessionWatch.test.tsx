import { act, fireEvent, render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { SessionWatch } from './SessionWatch.tsx';

const MINUTE = 60_000;
const tokenOf = (emailAddress: string) => `x.${btoa(JSON.stringify({ role: 'Admin', emailAddress }))}.x`;
const FIRST = tokenOf('first@fynbos.example');
const assign = vi.fn();
const reload = vi.fn();
const fetched = vi.fn(async (_url: string) => Response.json({}));

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('token', FIRST);
  vi.stubGlobal('location', { ...window.location, assign, reload });
  vi.stubGlobal('fetch', fetched);
  render(
    <AdminContext i18nProvider={i18nProvider}>
      <SessionWatch />
    </AdminContext>,
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const inAnotherTab = (token: string | null) => {
  if (token) localStorage.setItem('token', token);
  else localStorage.removeItem('token');
  fireEvent(window, new StorageEvent('storage', { key: 'token' }));
};

test('the dashboard warns after 58 minutes without mouse or keys, and one key keeps the session', () => {
  pass(58.1 * MINUTE);
  expect(screen.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  fireEvent.keyDown(window, { key: 'a' });
  expect(fetched).toHaveBeenLastCalledWith('/api/auth/extend', expect.anything());
  pass(50 * MINUTE);
  expect(assign).not.toHaveBeenCalled();
});

test('ends the session after 60 minutes, informs the server, and gives the reason at the sign-in', () => {
  pass(60.1 * MINUTE);
  expect(fetched).toHaveBeenLastCalledWith('/api/auth/logout', expect.anything());
  expect(localStorage.getItem('token')).toBeNull();
  expect(assign).toHaveBeenCalledWith('/');
  expect(sessionStorage.getItem('fynbos.signed-out')).toBe('idle');
});

test('activity in the dashboard is seen by the portal’s tabs', () => {
  pass(30 * MINUTE);
  fireEvent.mouseMove(window);
  expect(Number(localStorage.getItem('lastActivity'))).toBe(Date.now());
});

test('logging out in another tab closes this page', () => {
  inAnotherTab(tokenOf('first@fynbos.example'));
  expect(assign).not.toHaveBeenCalled();
  inAnotherTab(null);
  expect(assign).toHaveBeenCalledWith('/');
});

test('no data of the first admin stays when another one signs in in another tab', () => {
  inAnotherTab(tokenOf('second@fynbos.example'));
  expect(reload).toHaveBeenCalled();
});
