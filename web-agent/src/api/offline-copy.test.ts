import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearStoredSession } from '../session/session.ts';
import { KEYS } from '../state/storage.ts';
import { ApiError } from './client.ts';
import { offlineStore, resetShownCopies, withOfflineCopy } from './offline-copy.ts';

const AT = new Date('2026-11-25T12:00:00.000Z');
const noConnection = () => Promise.reject(new ApiError(0, 'offline'));
const online = (data: unknown) => withOfflineCopy('overview', 'all', () => Promise.resolve(data));
const offline = (query = 'all') => withOfflineCopy('overview', query, noConnection);

function signIn(agentId: string): void {
  localStorage.setItem(KEYS.token, `token of ${agentId}`);
  localStorage.setItem(KEYS.userId, agentId);
}

beforeEach(() => {
  vi.useFakeTimers({ now: AT, toFake: ['Date'] });
  signIn('7');
});
afterEach(() => {
  resetShownCopies();
  vi.useRealTimers();
  localStorage.clear();
});

test('returns the last answer and its time without a connection, and the time only then', async () => {
  await online({ balance: 5 });
  expect(offlineStore.read()).toBeNull();
  vi.setSystemTime(AT.getTime() + 10 * 60_000);
  expect(await offline()).toEqual({ balance: 5 });
  expect(offlineStore.read()).toBe(AT.toISOString());
  await online({ balance: 6 });
  expect(offlineStore.read()).toBeNull();
});

test('keeps the time of the oldest copy until its own figures are read again, or the page is left', async () => {
  const payouts = (load: () => Promise<unknown>) => withOfflineCopy('payouts', 'all', load);
  await online({ balance: 5 });
  vi.setSystemTime(AT.getTime() + 10 * 60_000);
  await payouts(async () => []);
  await offline();
  await payouts(noConnection);
  expect(offlineStore.read()).toBe(AT.toISOString());
  await payouts(async () => []);
  expect(offlineStore.read()).toBe(AT.toISOString());
  resetShownCopies();
  expect(offlineStore.read()).toBeNull();
});

test('returns the last answer also while a proxy finds no server', async () => {
  await online({ balance: 5 });
  const away = () => Promise.reject(new ApiError(503, 'away'));
  expect(await withOfflineCopy('overview', 'all', away)).toEqual({ balance: 5 });
});

test('has no answer to another query, and none where the server refuses', async () => {
  await online({ balance: 5 });
  await expect(offline('December')).rejects.toThrow('offline');
  const refused = () => Promise.reject(new ApiError(401, 'ended'));
  await expect(withOfflineCopy('overview', 'all', refused)).rejects.toThrow('ended');
});

test('removes the answers with the session', async () => {
  await online({ balance: 5 });
  clearStoredSession();
  expect(localStorage.getItem(KEYS.offline)).toBeNull();
});

test('shows another person nothing, and removes the answers', async () => {
  await online({ balance: 5 });
  signIn('8');
  await expect(offline()).rejects.toThrow('offline');
  signIn('7');
  await expect(offline()).rejects.toThrow('offline');
});

test('shows nothing after an hour without use, when the session has ended', async () => {
  await online({ balance: 5 });
  vi.setSystemTime(AT.getTime() + 59 * 60_000);
  expect(await offline()).toEqual({ balance: 5 });
  vi.setSystemTime(AT.getTime() + (59 + 60) * 60_000);
  await expect(offline()).rejects.toThrow('offline');
  expect(localStorage.getItem(KEYS.offline)).toBeNull();
});

test('keeps no answer that arrives after the person signed out', async () => {
  await withOfflineCopy('overview', 'all', async () => {
    clearStoredSession();
    return { balance: 5 };
  });
  expect(localStorage.getItem(KEYS.offline)).toBeNull();
});
