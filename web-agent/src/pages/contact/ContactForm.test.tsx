import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useCallback } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardDrafts, saveDraft } from '../../session/drafts.ts';
import { clearStoredSession } from '../../session/session.ts';
import { ContactForm } from './ContactForm.tsx';
import ContactPage from './ContactPage.tsx';

const AGENT = 'agent@agency.example';
const token = `x.${btoa(JSON.stringify({ role: 'TravelAgent', emailAddress: AGENT }))}.x`;
const signIn = () => {
  localStorage.setItem('token', token);
  localStorage.setItem('travelAgent', JSON.stringify({ id: 7 }));
  window.dispatchEvent(new StorageEvent('storage'));
};
const page = (
  <MemoryRouter>
    <ContactForm />
  </MemoryRouter>
);

/** Runs in the first microtask after a value was offered to the form. */
const { next } = vi.hoisted(() => ({ next: { afterOffer() {} } }));
vi.mock('../../forms/use-form.ts', async (original) => {
  const { useForm } = await original<typeof import('../../forms/use-form.ts')>();
  return {
    useForm: (options: Parameters<typeof useForm>[0]) => {
      const form = useForm(options);
      const offer = useCallback(
        (changes: object) => {
          form.offer(changes);
          queueMicrotask(next.afterOffer);
        },
        [form.offer],
      );
      return { ...form, offer };
    },
  };
});

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false));
afterEach(() => {
  vi.unstubAllGlobals();
  clearStoredSession();
  discardDrafts();
  next.afterOffer = () => undefined;
});

test('hydration does not overwrite a focused field', async () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  localStorage.setItem('token', token);
  const email = () => screen.getByLabelText('Email') as HTMLInputElement;
  const found = new Promise<string>((resolve) => {
    next.afterOffer = () => {
      email().focus();
      resolve(email().value);
    };
  });
  const root = hydrateRoot(container, page);
  expect(await found).toBe(AGENT);
  await new Promise((resolve) => setTimeout(resolve));
  expect(email()).toHaveFocus();
  expect(email()).toHaveValue(AGENT);
  root.unmount();
  container.remove();
});

test('a draft of another enquiry is not sent with a subject, and can be discarded', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  localStorage.setItem('token', token);
  saveDraft('contact.visitor', { queryDetails: 'When are you open?' });
  const about = { reservationNo: 'R-77', promoCode: 'KAROO20', month: 'March 2026' };
  const show = (state: object | null) =>
    render(
      <MemoryRouter initialEntries={[{ pathname: '/contact-us', state }]}>
        <ContactForm />
      </MemoryRouter>,
    );
  const { unmount } = show({ about });
  const details = () => screen.getByLabelText('Query details');
  const prefilled = (details() as HTMLTextAreaElement).value;
  expect(prefilled).toContain('R-77');
  fireEvent.change(details(), { target: { value: 'No.' } });
  unmount();
  const again = show({ about });
  expect(details()).toHaveValue('No.');
  fireEvent.click(screen.getByRole('button', { name: 'Discard it' }));
  expect(details()).toHaveValue(prefilled);
  expect(screen.getByLabelText('Email')).toHaveValue(AGENT);
  again.unmount();
  show(null);
  expect(details()).toHaveValue('When are you open?');
});

test('an unsent enquiry is shown to its agent only, and not to the next visitor of the browser', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => new Response('[]'));
  const show = () => render(<ContactPage />, { wrapper: MemoryRouter });
  const details = () => screen.getByLabelText('Query details');
  act(signIn);
  show();
  fireEvent.change(details(), { target: { value: 'I was paid wrongly.' } });
  await act(async () => clearStoredSession());
  expect(details()).toHaveValue('');
  expect(screen.getByLabelText('Email')).toHaveValue('');
  cleanup();
  show();
  expect(details()).toHaveValue('');
  cleanup();
  act(signIn);
  show();
  expect(details()).toHaveValue('I was paid wrongly.');
});

test('a draft is restored after hydration', () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page);
  signIn();
  saveDraft('contact.7', { email: 'typed@agency.example', queryDetails: 'I was paid wrongly.' });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  let root: Root | undefined;
  act(() => {
    root = hydrateRoot(container, page);
  });
  expect(screen.getByLabelText('Query details')).toHaveValue('I was paid wrongly.');
  expect(screen.getByLabelText('Email')).toHaveValue('typed@agency.example');
  act(() => root?.unmount());
  container.remove();
});

test('the rental of an enquiry is attached although the page is opened again, and not to the next one', async () => {
  const sent: Record<string, string>[] = [];
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return new Response(JSON.stringify({ message: 'Sent.', referenceNumber: 'FR-1' }));
  });
  const about = { reservationNo: 'R-77', promoCode: 'KAROO20', month: 'March 2026' };
  render(
    <MemoryRouter initialEntries={[{ pathname: '/contact-us', state: { about } }]}>
      <Link to="/contact-us">Contact us</Link>
      <ContactForm />
    </MemoryRouter>,
  );
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const send = async (times: number) => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toHaveLength(times));
  };
  type('Email', AGENT);
  fireEvent.click(screen.getByRole('link', { name: 'Contact us' }));
  await send(1);
  await waitFor(() => expect(screen.getByLabelText('Query details')).toHaveValue(''));
  type('Type of query', 'other');
  type('Query details', 'When are you open?');
  await send(2);
  expect(sent[0]).toMatchObject({ reservationNo: 'R-77', promoCode: 'KAROO20' });
  expect(sent[0]?.queryDetails).toContain('Month: March 2026');
  expect(sent[1]).toEqual({ email: AGENT, typeOfQuery: 'other', queryDetails: 'When are you open?' });
});

test('a file that is chosen twice is attached once', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(signIn);
  render(page);
  const chosen = () =>
    new File(['%PDF'], 'invoice.pdf', { type: 'application/pdf', lastModified: Date.UTC(2026, 10, 1) });
  const choose = () => {
    const input = document.getElementById('files') as HTMLInputElement;
    Object.defineProperty(input, 'files', { configurable: true, value: [chosen()] });
    fireEvent.change(input);
  };
  choose();
  choose();
  expect(screen.getAllByRole('button', { name: 'Remove invoice.pdf' })).toHaveLength(1);
});
