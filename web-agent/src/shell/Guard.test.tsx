import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { tokenClaims } from '../session/token.ts';
import { alertStore } from '../state/alerts.ts';
import { loadValue } from '../state/storage.ts';
import { Guard } from './Guard.tsx';
import { Layout } from './Layout.tsx';

const signIn = (emailAddress: string) =>
  localStorage.setItem('token', `x.${btoa(JSON.stringify({ role: 'TravelAgent', emailAddress }))}.x`);

function Own() {
  const [whose] = useState(() => tokenClaims(loadValue('token') ?? '')?.email);
  return <h1>{whose}</h1>;
}

test('shows nothing of the first person after another one signs in in another tab', () => {
  signIn('first@agency.example');
  sessionStorage.setItem('fynbos.signed-out', 'idle');
  render(
    <MemoryRouter>
      <Layout>
        <Guard>
          <Own />
        </Guard>
      </Layout>
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { name: 'first@agency.example' })).toBeVisible();
  expect(alertStore.read()).toMatchObject([{ message: 'You were signed out after 60 minutes of inactivity.' }]);
  act(() => {
    signIn('second@agency.example');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  });
  expect(screen.getByRole('heading', { name: 'second@agency.example' })).toBeVisible();
});
