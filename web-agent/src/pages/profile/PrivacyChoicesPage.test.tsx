import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import PrivacyChoicesPage from './PrivacyChoicesPage.tsx';

const CHOICES = { marketing: false, employerConsent: 'Y', popiConsent: 'Y', notices: 'C', communicationMethod: 'C' };
const DETAILS = {
  id: 7,
  idNumber: '8001015009087',
  emailAddress: 'agent@agency.example',
  cellNumber: '27821234567',
  employerConsent: 'Y',
  communicationMethod: 'C',
};
const answers: Record<string, unknown> = {
  'agent/choices': CHOICES,
  'agent/message-choices': { rewards: true, payouts: true, digest: true },
  'travel-agency/personalDetails/7': DETAILS,
  'agent/push-devices': { publicKey: '', devices: [] },
  'agent/deletion': { pending: null, owedCents: 0, payoutUnderWay: false },
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  answers['agent/choices'] = CHOICES;
  answers['travel-agency/personalDetails/7'] = DETAILS;
});

/** Opens the page with a server that accepts everything. Returns the changes that the page sends. */
function opened(): [string, unknown][] {
  const sent: [string, unknown][] = [];
  localStorage.setItem('UserId', '7');
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const path = url.replace('/api/', '');
    if (method !== 'GET') sent.push([path, JSON.parse(String(body))]);
    return new Response(JSON.stringify(method === 'GET' ? answers[path] : {}));
  });
  render(<PrivacyChoicesPage />, { wrapper: MemoryRouter });
  return sent;
}

const choose = async (group: string, way: string) => {
  const found = await screen.findByRole('group', { name: group }, { timeout: 30_000 });
  fireEvent.click(found.querySelector(`input[value=${way}]`) as HTMLInputElement);
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save contact choices' }));

test('another way of messages needs no code, and changes nothing else', async () => {
  const sent = opened();
  await choose('Send other messages by', 'E');
  save();
  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 30_000 });
  expect(sent).toEqual([
    ['agent/choices', { notices: 'E' }],
    ['agent/message-choices', { rewards: true, payouts: true, digest: true }],
  ]);
});

test('another way of one-time passwords is saved once a code was entered', async () => {
  const sent = opened();
  await choose('Send one-time passwords by', 'E');
  save();
  const code = await screen.findByLabelText('6-digit one-time password', {}, { timeout: 30_000 });
  expect(sent).toEqual([['travel-agency/step-up', { purpose: 'personal' }]]);
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByText('Verify'));
  await waitFor(() => expect(sent).toHaveLength(4), { timeout: 30_000 });
  expect(sent[2]).toEqual(['agent/choices', { communicationMethod: 'E', notices: 'C' }]);
});

test('a consent that is saved leaves the others as they are now', async () => {
  const sent = opened();
  fireEvent.click(await screen.findByLabelText('Send me news about promotions', {}, { timeout: 30_000 }));
  fireEvent.click(screen.getByRole('button', { name: 'Save consents' }));
  await waitFor(() => expect(sent).toEqual([['agent/choices', { marketing: true }]]), { timeout: 30_000 });
});

const saveConsents = () => fireEvent.click(screen.getByRole('button', { name: 'Save consents' }));
const EMPLOYER = 'My employer has agreed that I may earn rewards in this programme.';

test('a consent that was withdrawn can be given again, also after a reload that failed', async () => {
  const sent = opened();
  const accepting = fetch;
  const box = await screen.findByLabelText(EMPLOYER, {}, { timeout: 30_000 });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    init.method === 'GET' ? Promise.reject(new TypeError('offline')) : accepting(url, init),
  );
  for (const employerConsent of ['N', 'Y']) {
    fireEvent.click(box);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save consents' })).toBeEnabled());
    saveConsents();
    await waitFor(() => expect(sent.at(-1)).toEqual(['agent/choices', { employerConsent }]), { timeout: 30_000 });
  }
  expect(sent).toHaveLength(2);
});

test('shows a consent that support withdrew since, and a later save does not give it again', async () => {
  const sent = opened();
  const news = await screen.findByLabelText('Send me news about promotions', {}, { timeout: 30_000 });
  answers['agent/choices'] = { ...CHOICES, employerConsent: 'N', marketing: true };
  fireEvent.click(news);
  saveConsents();
  await waitFor(() => expect(screen.getByLabelText(EMPLOYER)).not.toBeChecked(), { timeout: 30_000 });
  answers['agent/choices'] = { ...CHOICES, employerConsent: 'N' };
  fireEvent.click(news);
  saveConsents();
  await waitFor(() => expect(sent).toHaveLength(2), { timeout: 30_000 });
  expect(sent.map(([, body]) => body)).toEqual([{ marketing: true }, { marketing: false }]);
});

test('sends nothing while no choice has changed', async () => {
  const sent = opened();
  await screen.findByLabelText(EMPLOYER, {}, { timeout: 30_000 });
  saveConsents();
  save();
  expect(await screen.findAllByText(/Nothing to save/)).toHaveLength(2);
  expect(sent).toEqual([]);
});

test('a request for deletion that fails is explained in its dialog, and keeps the reason', async () => {
  opened();
  const accepting = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url.endsWith('/step-up') ? Response.json({ message: 'Too many codes.' }, { status: 422 }) : accepting(url, init),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }, { timeout: 30_000 }));
  const reason = screen.getByLabelText(/^Why are you leaving/);
  fireEvent.change(reason, { target: { value: 'I am retiring.' } });
  fireEvent.submit(reason.closest('form') as HTMLFormElement);
  await waitFor(() => expect(reason.closest('form')).toHaveTextContent('Too many codes.'), { timeout: 30_000 });
  expect(reason).toHaveValue('I am retiring.');
});

test('offers the deletion only once a code can be sent', async () => {
  answers['travel-agency/personalDetails/7'] = null;
  opened();
  await screen.findByRole('button', { name: 'Save consents' }, { timeout: 30_000 });
  await waitFor(() => expect(screen.queryByText('This could not be loaded.')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
});
