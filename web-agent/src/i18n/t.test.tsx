import { explainSettled } from '@fynbos/domain/wording/explain-reward.ts';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => {
  localStorage.clear();
  document.documentElement.lang = 'en-ZA';
});

async function inLanguage(code: string) {
  localStorage.setItem('language', code);
  const texts = await import('./t.tsx');
  const { language } = await import('./language.ts');
  return { ...texts, language };
}

test('English is the key: values and plural forms are filled in', async () => {
  const { t, language, serverText } = await inLanguage('en');
  expect(t('Scheduled for %{payDate}.', { payDate: '1 Dec' })).toBe('Scheduled for 1 Dec.');
  expect(t('%{count} reward |||| %{count} rewards', { count: 1 })).toBe('1 reward');
  expect(t('%{count} reward |||| %{count} rewards', { count: 0 })).toBe('0 rewards');
  expect(serverText('Not found.')).toBe('Not found.');
  expect(language.tag).toBe('en-ZA');
});

test('another language translates texts, elements and plural forms, and sets the language of the page', async () => {
  const { t, T } = await inLanguage('af');
  expect(t('Scheduled for %{payDate}.', { payDate: '1 Des' })).toBe('Geskeduleer vir 1 Des.');
  expect(t('%{count} reward |||| %{count} rewards', { count: 1 })).toBe('1 beloning');
  expect(t('%{count} reward |||| %{count} rewards', { count: 2 })).toBe('2 belonings');
  const { container } = render(<T text="Reference %{reference}" reference={<b>FR-1</b>} />);
  expect(container.innerHTML).toBe('Verwysing <b>FR-1</b>');
  expect(document.documentElement.lang).toBe('af-ZA');
});

test('texts of the server are translated with the values in them; unknown ones stay', async () => {
  const { serverText } = await inLanguage('af');
  expect(serverText('Not found.')).toBe('Nie gevind nie.');
  expect(serverText('Postal Code is required!')).toBe('Poskode word vereis!');
  expect(serverText('A text of an administrator.')).toBe('A text of an administrator.');
  expect(serverText('Offered until 4\u00a0May\u00a02026.')).toBe('Offered until 4\u00a0Mei\u00a02026.');
  expect(serverText('R1\u202f234.50 at 7.25%, version 1.2.')).toBe('R1\u202f234,50 at 7,25%, version 1.2.');
  const tax = 'less 25% PAYE under a tax directive (R50.00) leaves R150.00';
  const own = `Earned: R200.00 by an earlier decision, ${tax}.`;
  expect(serverText(`${own} Recalculated since it expired: R300.00; what has expired is not owed again.`)).toBe(
    'Verdien: R200,00 volgens ’n vroeëre besluit, minus 25% PAYE volgens ’n belastingaanwysing (R50,00) laat R150,00. ' +
      'Herbereken sedert dit verval het: R300,00; wat verval het, word nie weer verskuldig nie.',
  );
});

test.each([
  [true, /regstelling bygevoeg, op die laatste wanneer die verhuring nie meer opgeskort is nie\.$/],
  [false, /regstelling bygevoeg\.$/],
])('the explanation of a paid reward that rose is translated whole; on hold: %s', async (isOnHold, end) => {
  const { serverText } = await inLanguage('af');
  const basis = {
    promoCode: 'KAROO20',
    tkRevenueCents: 20_000,
    rate: 0.2,
    minimumRewardCents: 5_000,
    policyVersion: 1,
  };
  const taxed = { grossCents: 4_000, payeCents: 1_000, nettCents: 3_000, treatment: { kind: 'standard', rate: 0.25 } };
  const text = serverText(
    explainSettled({ as: 'Paid', basis, ...taxed }, { ...basis, policyVersion: 2, grossCents: 5_000, isOnHold }),
  );
  expect(text).toContain(
    ': die minimumbeloning van R50,00 (20% van die tyd-en-kilometer-inkomste van R200,00 met KAROO20 sou',
  );
  expect(text).toMatch(end);
  expect(text).toMatch(/^Verdien: 20% van/);
  expect(text).not.toMatch(/reward|would|added|leaves/);
});

test('money and dates are in the format of the language', async () => {
  localStorage.setItem('language', 'af');
  const { percent, rand, shortRand } = await import('../format/money.ts');
  const { dayName, monthName, promotionDay } = await import('../format/date.ts');
  expect(rand(123_450)).toBe('R1\u202f234,50');
  expect(shortRand(10_000)).toBe('R100');
  expect(percent(0.075)).toBe('7,5%');
  expect(dayName('2026-03-14')).toBe('14\u00a0Mrt\u00a02026');
  expect(promotionDay('2026-03-14')).toBe('14 Mrt 2026');
  expect(monthName('2026-12')).toBe('Desember 2026');
});

test('uses English for an unknown language in the storage', async () => {
  const { t, language } = await inLanguage('xx');
  expect(t('Paid')).toBe('Paid');
  expect(language.name).toBe('English');
});
