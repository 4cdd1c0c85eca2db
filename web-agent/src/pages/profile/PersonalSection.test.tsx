import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import type { AgentDetails } from '../../api/types.ts';
import { DETAILS } from '../../testing/agent-details.ts';
import { PersonalSection } from './PersonalSection.tsx';

const NEW = 'new@karoo.example';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('saves nothing and asks for no code while nothing has changed', async () => {
  localStorage.setItem('token', 't');
  localStorage.setItem('idNumber', DETAILS.idNumber);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const withProof = vi.fn(async () => true);
  render(<PersonalSection details={DETAILS} withProof={withProof} onSaved={vi.fn()} />, { wrapper: MemoryRouter });
  fireEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText(/Nothing to save/)).toBeVisible();
  expect(withProof).not.toHaveBeenCalled();
});

test('shows a pending address until it is confirmed, and a second save sends only what changed', async () => {
  localStorage.setItem('token', 't');
  localStorage.setItem('idNumber', DETAILS.idNumber);
  const sent: object[] = [];
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)));
    return new Response(method === 'POST' ? '{}' : '[]');
  });
  const section = (details: AgentDetails) => (
    <PersonalSection
      details={details}
      withProof={async (_purpose, change) => Boolean(await change())}
      onSaved={vi.fn()}
    />
  );
  const { rerender } = render(section(DETAILS), { wrapper: MemoryRouter });
  const change = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  change('Email Address', NEW);
  fireEvent.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  // An administrator has changed the surname: the reloaded details have the new value, the form has the old one.
  rerender(section({ ...DETAILS, surname: 'Mokoena', emailAddressPending: NEW }));
  change('Agency Name', 'Karoo Tours');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Update' })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const always = { ID: 7, idNumber: DETAILS.idNumber, employerConsent: 'Y' };
  expect(sent).toEqual([
    { ...always, emailAddress: NEW },
    { ...always, agencyName: 'Karoo Tours' },
  ]);
  expect(screen.getByText(/We sent a link to new@karoo.example/)).toBeVisible();
});

test('a pending address can be withdrawn, and the field shows the current one again', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'DELETE') calls.push(url);
    return new Response('{}');
  });
  const onSaved = vi.fn();
  const details = { ...DETAILS, emailAddressPending: NEW };
  render(<PersonalSection details={details} withProof={vi.fn()} onSaved={onSaved} />, { wrapper: MemoryRouter });
  fireEvent.click(screen.getByRole('button', { name: 'Keep my current address' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled(), { timeout: 60_000 });
  expect(calls).toEqual(['/api/agent/email-change']);
  expect(screen.getByLabelText('Email Address')).toHaveValue(DETAILS.emailAddress);
});
