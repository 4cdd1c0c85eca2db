import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { EraseDialog } from './AgentActions.tsx';
import type { Agent } from './agent.ts';

afterEach(() => vi.unstubAllGlobals());

const preview = {
  requestedAt: '2026-05-01T08:00:00.000Z',
  kept: [],
  keptUntil: null,
  owedCents: 0,
  enquiries: 2,
  referrals: 1,
};
const agent = { id: 7, firstName: 'Thandi', surname: 'Nkosi' } as unknown as Agent;
const button = () => screen.getByRole('button', { name: 'Erase personal data' });

function opened(answer: Promise<Response>): void {
  vi.stubGlobal('fetch', () => answer);
  render(
    <AdminContext
      i18nProvider={i18nProvider}
      queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <EraseDialog agent={agent} />
    </AdminContext>,
  );
}

test('erasure requires a confirmation of its consequences', async () => {
  let answer = (_response: Response): void => undefined;
  opened(new Promise((resolve) => (answer = resolve)));
  expect(button()).toBeDisabled();
  answer(Response.json({ ...preview, payoutUnderWay: false }));
  expect(await screen.findByText(/It cannot be undone/)).toBeVisible();
  expect(screen.getByText(/Enquiries that are also erased: 2. Referrals: 1./)).toBeVisible();
  expect(button()).toBeEnabled();
});

test.each([
  ['A payout of this agent is under way', async () => Response.json({ ...preview, payoutUnderWay: true })],
  ['Not now.', async () => Response.json({ message: 'Not now.' }, { status: 503 })],
])('erasure cannot be confirmed while it is not possible: %s', async (text, answer) => {
  opened(answer());
  expect(await screen.findByText(new RegExp(text))).toBeVisible();
  expect(button()).toBeDisabled();
});
