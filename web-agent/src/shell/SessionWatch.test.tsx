import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardDrafts, draftOf, saveDraft } from '../session/drafts.ts';
import { useSession } from '../session/session.ts';
import { alertStore, dismissAlert } from '../state/alerts.ts';
import SessionWatch from './SessionWatch.tsx';

const MINUTE = 60_000;
const unsubscribe = vi.fn(async () => true);
const subscribed = {
  getRegistration: async () => ({ pushManager: { getSubscription: async () => ({ unsubscribe }) } }),
};

const Watched = () => (useSession() ? <SessionWatch /> : <p>Signed out</p>);

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => undefined;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('{}'));
  Object.defineProperty(navigator, 'serviceWorker', { value: subscribed, configurable: true });
  localStorage.setItem('token', `x.${btoa(JSON.stringify({ role: 'TravelAgent', emailAddress: 'a@b.example' }))}.x`);
  saveDraft('refer.7', { surname: 'Nkosi' });
  render(<Watched />, { wrapper: MemoryRouter });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  discardDrafts();
  for (const { id } of alertStore.read()) dismissAlert(id);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the end of an idle session keeps drafts and notifications', async () => {
  await pass(61 * MINUTE);
  expect(screen.getByText('Signed out')).toBeVisible();
  expect(alertStore.read()).toMatchObject([{ message: 'You were signed out after 60 minutes of inactivity.' }]);
  expect(draftOf('refer.7')).toEqual({ surname: 'Nkosi' });
  expect(unsubscribe).not.toHaveBeenCalled();
});

test('“Sign out now” in the warning signs out: drafts are dropped and notifications end (N4)', async () => {
  await pass(59 * MINUTE);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out now' }));
  await pass(0);
  expect(screen.getByText('Signed out')).toBeVisible();
  expect(draftOf('refer.7')).toEqual({});
  expect(unsubscribe).toHaveBeenCalledOnce();
  expect(alertStore.read()).toEqual([]);
});
