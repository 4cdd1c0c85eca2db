import { render, screen, within } from '@testing-library/react';
import { AdminContext, type DataProvider, TestMemoryRouter } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import RecalculationPreview from './RecalculationPreview.tsx';

test('names the day of each of several terms of one promotion', async () => {
  const promotions = [
    { promotionId: 'SPRING', effectiveFrom: '2026-03-01', promoRate: 0.2 },
    { promotionId: 'SPRING', effectiveFrom: '2026-06-01', promoRate: 0.25 },
  ];
  const payload = {
    whatIfId: 'w1',
    definition: { from: '2026-03-01', to: '2026-08-31', policy: null, promotions, reassess: null },
    code: 'Error',
    text: 'x',
    preview: { reservations: 1, agents: 1, grossCents: 100, payeCents: 25, nettCents: 75 },
  };
  render(
    <TestMemoryRouter>
      <AdminContext
        authProvider={{ getPermissions: async () => ({}) } as never}
        dataProvider={{} as DataProvider}
        i18nProvider={i18nProvider}
      >
        <RecalculationPreview request={{ payload, requestedAt: '2026-09-01T08:00:00.000Z' } as never} />
      </AdminContext>
    </TestMemoryRouter>,
  );
  const table = await screen.findByRole('table', { name: 'Actual and assumed terms' });
  const [, ...rows] = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^SPRING: rate \(from 0?1 Mar.* 2026\).*20/),
    expect.stringMatching(/^SPRING: rate \(from 0?1 Jun.* 2026\).*25/),
  ]);
});
