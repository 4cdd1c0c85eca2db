import { render, screen } from '@testing-library/react';
import polyglot from 'ra-i18n-polyglot';
import { I18nContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PageHead } from '../record/PageHead.tsx';
import { StatusTag } from '../record/StatusTag.tsx';

const afrikaans = polyglot(() => ({ Payouts: 'Uitbetalings', Held: 'Teruggehou' }) as never, 'af', [], {
  allowMissing: true,
});

test('a text is its own key: what a language has is said in it, all else stays as it is', () => {
  render(
    <I18nContextProvider value={afrikaans}>
      <MemoryRouter>
        <PageHead
          crumbs={[{ to: '/payouts', label: 'Payouts' }]}
          status={<StatusTag status="Held" />}
          title="100 % paid."
        />
      </MemoryRouter>
    </I18nContextProvider>,
  );
  expect(screen.getByRole('link').textContent).toBe('Uitbetalings');
  expect(screen.getByRole('heading').textContent).toBe('100 % paid. Teruggehou');
});
