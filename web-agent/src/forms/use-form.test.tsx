import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/client.ts';
import { claimDrafts, discardDrafts } from '../session/drafts.ts';
import { DraftNote, ErrorSummary } from './ErrorSummary.tsx';
import { TextField } from './fields.tsx';
import { blank, check } from './rules.ts';
import { useForm } from './use-form.ts';

interface Values {
  name: string;
  place: string;
}

const validate = ({ name }: Values) => check<Values>({ name: blank(name, 'Name is required!') });

beforeEach(discardDrafts);

function Example({ send }: { readonly send: (values: Values) => Promise<void> }) {
  const form = useForm<Values>({ name: 'example', initial: { name: '', place: '' }, validate });
  return (
    <form onSubmit={form.submit(send)}>
      <ErrorSummary {...form.summary} />
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('place')} label="Place" />
      <button type="submit">Send</button>
    </form>
  );
}

test('an error shows once its field was left, not before', () => {
  render(<Example send={vi.fn()} />);
  const field = screen.getByLabelText('Name');
  expect(screen.queryByText('Name is required!')).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByText('Name is required!')).toBeVisible();
  expect(field).toHaveAccessibleDescription('Name is required!');
});

test('lists the errors of a refused form at the focus, with links to the fields', () => {
  const send = vi.fn();
  render(<Example send={send} />);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toHaveFocus();
  Element.prototype.scrollIntoView = vi.fn();
  fireEvent.click(screen.getByRole('link', { name: 'Name is required!' }));
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

test('a server error of a field is shown until the field changes', async () => {
  const refusal = new ApiError(422, 'No.', [{ field: 'place', message: 'Place is unknown.' }]);
  render(<Example send={() => Promise.reject(refusal)} />);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Thandi' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByLabelText('Place')).toHaveAccessibleDescription('Place is unknown.'));
  fireEvent.change(screen.getByLabelText('Place'), { target: { value: 'Paarl' } });
  expect(screen.queryByText('Place is unknown.')).toBeNull();
});

test('a server error disappears once the form was accepted', async () => {
  const refusal = new ApiError(422, 'No.', [{ field: 'place', message: 'Place is unknown.' }]);
  const send = vi.fn<(values: Values) => Promise<void>>().mockRejectedValueOnce(refusal).mockResolvedValue(undefined);
  render(<Example send={send} />);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Thandi' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findAllByText('Place is unknown.', {}, { timeout: 30_000 })).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByText('Place is unknown.')).toBeNull(), { timeout: 30_000 });
  expect(send).toHaveBeenCalledTimes(2);
});

function Offered() {
  const form = useForm<Values>({ name: 'offered', initial: { name: '', place: '' }, validate });
  const { offer } = form;
  useEffect(() => offer({ name: 'From the session', place: 'Paarl' }), [offer]);
  return (
    <form>
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('place')} label="Place" />
      <button type="submit" disabled={!form.valid}>
        Send
      </button>
    </form>
  );
}

/** Adds the prerendered form to the page without its script; returns the function that hydrates it. */
function prerendered(): () => void {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Offered />);
  return () => void render(<Offered />, { container, hydrate: true });
}

test('keeps values typed before hydration; late defaults fill only empty fields', () => {
  const comeAlive = prerendered();
  (screen.getByLabelText('Name') as HTMLInputElement).value = 'Thandi';
  comeAlive();
  expect(screen.getByLabelText('Name')).toHaveValue('Thandi');
  expect(screen.getByLabelText('Place')).toHaveValue('Paarl');
  expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled();
});

test('late values do not overwrite the focused field', () => {
  const comeAlive = prerendered();
  screen.getByLabelText('Name').focus();
  comeAlive();
  expect(screen.getByLabelText('Name')).toHaveValue('');
  expect(screen.getByLabelText('Place')).toHaveValue('Paarl');
});

test('a late value removes the error of its field', async () => {
  const refusal = new ApiError(422, 'No.', [{ field: 'name', message: 'Name is missing.' }]);
  function Refused() {
    const form = useForm<Values>({ name: 'refused', initial: { name: '', place: '' } });
    return (
      <form onSubmit={form.submit(() => Promise.reject(refusal))}>
        <TextField {...form.field('name')} label="Name" />
        <button type="submit">Send</button>
        <button type="button" onClick={() => form.offer({ name: 'Thandi' })}>
          Offer
        </button>
      </form>
    );
  }
  render(<Refused />);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getByText('Name is missing.')).toBeVisible(), { timeout: 30_000 });
  fireEvent.click(screen.getByRole('button', { name: 'Offer' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Thandi');
  expect(screen.queryByText('Name is missing.')).toBeNull();
});

interface Account {
  holder: string;
  bankAccountNumber: string;
  password: string;
}

const NO_ACCOUNT: Account = { holder: '', bankAccountNumber: '', password: '' };

function Drafted() {
  const form = useForm<Account>({ name: 'drafted', initial: NO_ACCOUNT, validate: () => ({}), draft: 'drafted.7' });
  return (
    <form onSubmit={form.submit(async (values) => form.sent(values))}>
      <DraftNote {...form.draftNote} />
      <TextField {...form.field('holder')} label="Holder" />
      <TextField {...form.field('bankAccountNumber')} label="Account" />
      <TextField {...form.field('password')} label="Password" />
      <button type="submit">Send</button>
    </form>
  );
}

function typeAll(): void {
  for (const [label, value] of [
    ['Holder', 'T Nkosi'],
    ['Account', '62011111119'],
    ['Password', 'Fynbos1!'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

test('keeps unsent input when the form is left, but no password, and no account number in storage', () => {
  const { unmount } = render(<Drafted />);
  expect(screen.queryByRole('status')).toBeNull();
  typeAll();
  unmount();
  expect(JSON.stringify({ ...sessionStorage })).toContain('T Nkosi');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/62011111119|Fynbos1!/);
  render(<Drafted />);
  expect(screen.getByLabelText('Holder')).toHaveValue('T Nkosi');
  expect(screen.getByLabelText('Account')).toHaveValue('62011111119');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  fireEvent.click(screen.getByRole('button', { name: 'Discard it' }));
  expect(screen.getByLabelText('Holder')).toHaveValue('');
  expect(screen.queryByRole('status')).toBeNull();
});

test('drops the draft once it was sent, and when another person signs in', async () => {
  const { unmount } = render(<Drafted />);
  typeAll();
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(Object.keys(sessionStorage).some((key) => key.endsWith('drafted.7'))).toBe(false));
  claimDrafts('7');
  fireEvent.change(screen.getByLabelText('Holder'), { target: { value: 'T Mokoena' } });
  unmount();
  claimDrafts('8');
  render(<Drafted />);
  expect(screen.getByLabelText('Holder')).toHaveValue('');
});
