import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import ConfirmEmailPage from './ConfirmEmailPage.tsx';

const sent = vi.fn();
afterEach(() => {
  sent.mockClear();
  vi.unstubAllGlobals();
});

function open(search: string, status: number): void {
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent(method, path, JSON.parse(String(body)));
    return new Response('{"message":"…"}', { status });
  });
  render(
    <MemoryRouter initialEntries={[`/confirm-email${search}`]}>
      <ConfirmEmailPage />
    </MemoryRouter>,
  );
}

test('a new address is confirmed by a press, not when the link is opened (A4)', async () => {
  open('?token=7.x', 200);
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(await screen.findByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  expect(sent.mock.calls).toEqual([['POST', '/api/travel-agency/confirm-email', { token: '7.x' }]]);
});

test('the page of a dead link says so, and one of a failure can be pressed again', async () => {
  open('?token=7.x', 503);
  fireEvent.click(screen.getByRole('button', { name: 'Use this address' }));
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  expect(screen.getByRole('button', { name: 'Use this address' })).toBeVisible();
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 422 }));
  await vi.waitFor(() => expect(screen.getByRole('button')).not.toHaveAttribute('aria-busy'));
  fireEvent.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});
