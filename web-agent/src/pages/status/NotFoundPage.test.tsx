import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { sessionStore } from '../../session/session.ts';
import NotFoundPage from './NotFoundPage.tsx';

beforeEach(() => localStorage.clear());

const atUnknownAddress = () =>
  render(
    <MemoryRouter initialEntries={['/no-such-page']}>
      <Routes>
        <Route path="/" element={<h1>Start page</h1>} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </MemoryRouter>,
  );

test('an unknown address leads a visitor to the start page', () => {
  atUnknownAddress();
  expect(screen.getByRole('heading', { name: 'Start page' })).toBeVisible();
});

test('an unknown address tells an agent that the page does not exist', () => {
  localStorage.setItem(
    'token',
    `x.${btoa(JSON.stringify({ role: 'TravelAgent', emailAddress: 'a@agency.example' }))}.x`,
  );
  expect(sessionStore.read()).toMatchObject({ role: 'agent' });
  atUnknownAddress();
  expect(screen.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});
