import type { Rental } from '@fynbos/api/rewards/answers.ts';
import { render, screen } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { Explanation } from './Explanation.tsx';

test.each([
  ['is the minimum', 250_00, false],
  ['is below the minimum', 200_00, true],
])(
  'says that the minimum reward applies only where it raises the reward: the share %s',
  (_, tkRevenueCents, isRaised) => {
    const amounts = { grossCents: 50_00, payeCents: 12_50, nettCents: 37_50, minimumRewardCents: 50_00 };
    const decision = { ...amounts, tkRevenueCents, rate: 0.2, treatment: { kind: 'Resident', rate: 0.25 } };
    const rental = { decision, explanation: '', rule: null, decisionEventId: null, isCovered: false, settled: null };
    render(
      <TestMemoryRouter>
        <AdminContext i18nProvider={i18nProvider}>
          <Explanation rental={rental as unknown as Rental} />
        </AdminContext>
      </TestMemoryRouter>,
    );
    expect(screen.queryAllByText('Minimum reward applies')).toHaveLength(isRaised ? 1 : 0);
  },
);
