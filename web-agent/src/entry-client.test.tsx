import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

vi.mock('./pages/faq/FaqPage.tsx', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a prerendered page reports that its code does not load and offers a reload', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  sessionStorage.setItem('fynbos.reloaded-at', String(Date.now()));
  window.history.replaceState(null, '', '/frequently-asked');
  document.body.innerHTML = '<div id="root" data-page="/frequently-asked"><form><button>Send</button></form></div>';
  const ready = vi.fn();
  vi.stubGlobal('portalReady', ready);
  await import('./entry-client.tsx');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  await vi.waitFor(() => expect(ready).toHaveBeenCalled(), 30_000);
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
});
