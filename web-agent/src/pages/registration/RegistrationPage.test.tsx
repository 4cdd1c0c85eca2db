import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropPending, keepPending } from './CodeStep.tsx';
import RegistrationPage from './RegistrationPage.tsx';

const page = (
  <MemoryRouter>
    <RegistrationPage />
  </MemoryRouter>
);

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)));
afterEach(() => {
  vi.unstubAllGlobals();
  dropPending();
});

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

test('a registration that was sent shows what is left in place of the form', async () => {
  keepPending({ emailAddress: 'thandi@cape.example', cellNumber: '27821234567', communicationMethod: 'E' });
  render(page);
  expect(screen.queryByLabelText('Bank Account Number')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Register someone else' }));
  expect(screen.getByLabelText('Bank Account Number')).toHaveValue('');
});

test('another person starts with an empty form, without the invitation of the first', () => {
  keepPending({ emailAddress: 'naledi@cape.example', cellNumber: '27821234567', communicationMethod: 'E' });
  render(
    <MemoryRouter initialEntries={['/registration?email=naledi@cape.example&ref=r']}>
      <RegistrationPage />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Register someone else' }));
  expect(screen.getByLabelText('Email Address')).toHaveValue('');
});

test('an invited person is warned that another address leaves the invitation open', () => {
  render(
    <MemoryRouter initialEntries={['/registration?email=naledi@cape.example&ref=r']}>
      <RegistrationPage />
    </MemoryRouter>,
  );
  const address = screen.getByLabelText('Email Address');
  expect(address).toHaveValue('naledi@cape.example');
  expect(screen.queryByText(/You were invited as/)).toBeNull();
  fireEvent.change(address, { target: { value: 'naledi@other.example' } });
  expect(screen.getByText(/You were invited as naledi@cape.example/)).toBeVisible();
});
