import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Layout } from './Layout.tsx';
import { lazyPage } from './lazy-page.tsx';

const reload = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.stubGlobal('location', { ...window.location, reload });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function portal() {
  const Gone = lazyPage(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const Portal = () => <Layout>{useLocation().pathname === '/gone' ? <Gone /> : <h1>Here</h1>}</Layout>;
  render(
    <MemoryRouter initialEntries={['/gone']}>
      <Portal />
    </MemoryRouter>,
  );
}

test('reloads a page once if a release replaced its code', async () => {
  portal();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 30_000);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows an error inside the frame if the reload does not help; other pages stay reachable', async () => {
  sessionStorage.setItem('fynbos.reloaded-at', String(Date.now()));
  portal();
  expect(await screen.findByRole('alert')).toHaveTextContent('Check your connection and try again.');
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledOnce();
  fireEvent.click(screen.getAllByRole('link', { name: /contact/i })[0] as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeVisible();
});

test('does not reload without a network, because the page would be lost', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  portal();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});
