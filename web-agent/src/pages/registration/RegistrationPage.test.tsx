import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RegistrationForm } from './RegistrationPage.tsx';

const page = (
  <MemoryRouter>
    <RegistrationForm />
  </MemoryRouter>
);

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)));
afterEach(() => vi.unstubAllGlobals());

const choose = (label: string, value: string): void => {
  (screen.getByLabelText(label) as HTMLSelectElement).value = value;
};

/** Renders the prerendered form, makes choices before its script loads, then hydrates it. */
function chosenBefore(choices: () => void): void {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  choices();
  render(page, { container, hydrate: true });
}

test('a country and a bank chosen before hydration fill their dependent fields', () => {
  chosenBefore(() => {
    choose('Country', 'NMB');
    choose('Bank', 'FNB');
  });
  expect(screen.getByLabelText('Country')).toHaveValue('NMB');
  expect(screen.getByLabelText('Dial Code')).toHaveValue('264');
  expect(screen.getByLabelText('Branch Code')).toHaveValue('250655');
});

test('a dial code that was chosen too stays', () => {
  chosenBefore(() => {
    choose('Country', 'NMB');
    choose('Dial Code', '266');
  });
  expect(screen.getByLabelText('Dial Code')).toHaveValue('266');
});
