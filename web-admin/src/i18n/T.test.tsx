import { render, screen } from '@testing-library/react';
import polyglot from 'ra-i18n-polyglot';
import { I18nContextProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PageHead } from '../components/PageHead.tsx';
import { listed, T, translateWith } from './T.tsx';

const afrikaans = polyglot(() => ({ Payouts: 'Uitbetalings', Held: 'Teruggehou' }) as never, 'af', [], {
  allowMissing: true,
});

test('uses the English text as the key, and shows it where a translation is missing', () => {
  render(
    <I18nContextProvider value={afrikaans}>
      <MemoryRouter>
        <PageHead parent={{ to: '/payouts', label: 'Payouts' }} status="Held" title="100 % paid." />
      </MemoryRouter>
    </I18nContextProvider>,
  );
  expect(screen.getByRole('link').textContent).toBe('Uitbetalings');
  expect(screen.getByRole('heading').textContent).toBe('100 % paid. Teruggehou');
});

test('a language puts elements and counted figures where they belong in its sentence', () => {
  const swapped = polyglot(
    () =>
      ({
        '%{count} rental of %{agent} |||| %{count} rentals of %{agent}':
          '%{agent}: %{count} |||| %{agent}: %{count} in all',
      }) as never,
    'af',
    [],
    { allowMissing: true },
  );
  const said = (count: number) =>
    render(
      <I18nContextProvider value={swapped}>
        <T values={{ count, agent: <b>Thandi</b> }}>
          {'%{count} rental of %{agent} |||| %{count} rentals of %{agent}'}
        </T>
      </I18nContextProvider>,
    ).container;
  expect(said(1).textContent).toBe('Thandi: 1');
  expect(said(1200).innerHTML).toBe('<b>Thandi</b>: 1\u202f200 in all');
});

test('translates a text used as a value of another, but not plain data', () => {
  const translate = translateWith(afrikaans.translate);
  expect(translate(['%{name}: %{state}', { name: 'Held', state: ['Held'] }])).toBe('Held: Teruggehou');
  expect(translate(listed(['Held', 'Payouts', 'other']))).toBe('Teruggehou, Uitbetalings, other');
});
