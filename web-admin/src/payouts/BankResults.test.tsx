import type { PayoutDetail, StatementMatch } from '@fynbos/api/payouts/answers.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { BankResults, isOfBank } from './BankResults.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['reference,outcome,reason\nFT1,failed,x', false],
  ['\uFEFF"Outcome";"Reference"\n', false],
  ['Reference,Amount,Date,Reason\nFT1,150.00,2026-11-13,outcome', true],
  [':20:A', true],
  ['<?xml version="1.0"?><Document>outcome</Document>', true],
])('a file that begins with %j is of the bank: %s', (text, expected) => expect(isOfBank(text)).toBe(expected));

const total = (lines: number) => ({
  lines,
  grossCents: lines * 200_00,
  payeCents: lines * 50_00,
  nettCents: lines * 150_00,
});
const run = {
  id: 'r1',
  status: 'exported',
  openLines: 1_200,
  sent: total(1_210),
  paid: total(6),
  failed: total(3),
  returned: total(1),
} as PayoutDetail;

/** Opens the page of a run. `answerTo` gives the answer to an upload, by its path below the run. */
function opened(answerTo: (path: string, body: string) => Promise<object>) {
  const uploads = vi.fn(answerTo);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) =>
    Response.json(method === 'GET' ? [] : await uploads(url.replace(/.*payouts\/r1\//, ''), String(body))),
  );
  render(
    <MemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <BankResults mayChange run={run} />
      </AdminContext>
    </MemoryRouter>,
  );
  return uploads;
}

test('asks before it records every other line as paid', async () => {
  const uploads = opened(async () => ({ message: 'Recorded.', ignoredLines: 0 }));
  const day = screen.getByLabelText(/^Day of the results/);
  fireEvent.change(day, { target: { value: '' } });
  fireEvent.click(screen.getByLabelText('Mark every other line as paid'));
  const record = () => fireEvent.click(screen.getByRole('button', { name: 'Record the results' }));
  record();
  expect(await screen.findByText('Day of the results is required!')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.change(day, { target: { value: '2026-11-26' } });
  record();
  const dialog = await screen.findByRole('dialog', { name: 'Record every other line as paid?' });
  expect(dialog).toHaveTextContent(/1.200 lines, R180.000\.00 nett, are recorded as paid on 26.Nov.2026\./);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(uploads).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Record the results' })).toBeEnabled());
  record();
  fireEvent.click(await screen.findByRole('button', { name: 'Record as paid' }));
  await waitFor(() => expect(uploads).toHaveBeenCalledOnce());
  expect(uploads.mock.calls[0]?.[0]).toMatch(/^answer\?.*rest=paid&on=2026-11-26/);
});

const match = (recorded: number): StatementMatch => ({
  entries: 7,
  results: [],
  recorded,
  unmatchedEntries: 0,
  unmatched: [],
  missing: 0,
  transit: { paidCents: 0, shownCents: 1, inTransitCents: 1, changeCents: 1 },
});

const choose = (content: string) =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [{ text: async () => content }] },
  });

test('books the statement that is shown, whichever answer arrives last', async () => {
  const answers = new Map<string, (answer: object) => void>();
  const uploads = opened((_path, body) => new Promise((resolve) => answers.set(body, resolve)));
  for (const statement of [':20:A', ':20:B']) {
    choose(statement);
    await waitFor(() => expect(answers.has(statement)).toBe(true));
  }
  answers.get(':20:B')?.(match(2));
  await screen.findByText(/Recorded already: 2\./);
  answers.get(':20:A')?.(match(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.getByText(/Recorded already: 2\./)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Book cash in transit' }));
  await waitFor(() => expect(uploads).toHaveBeenLastCalledWith('cash-in-transit', ':20:B'));
});

test('keeps the file that is chosen while cash in transit is booked', async () => {
  const calls: { name: string; answer: (answer: object) => void }[] = [];
  opened((path, body) => new Promise((answer) => calls.push({ name: `${path} ${body}`, answer })));
  const answered = async (times: number, answer: object) => {
    await waitFor(() => expect(calls).toHaveLength(times));
    calls[times - 1]?.answer(answer);
  };
  choose(':20:A');
  await answered(1, match(1));
  fireEvent.click(await screen.findByRole('button', { name: 'Book cash in transit' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  choose(':20:B');
  await answered(3, match(2));
  calls[1]?.answer({});
  expect(await screen.findByText(/Recorded already: 2\./)).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.getByText(/Recorded already: 2\./)).toBeVisible();
  expect(calls.map(({ name }) => name)).toEqual(['statement :20:A', 'cash-in-transit :20:A', 'statement :20:B']);
});

test('matches the statement again after its first results were recorded', async () => {
  let recorded = 0;
  opened(async (path) => {
    if (path === 'statement') return match(recorded);
    recorded += 1;
    return { message: 'Recorded.', ignoredLines: 0 };
  });
  choose(':20:A');
  await screen.findByText(/Recorded already: 0\./);
  fireEvent.click(screen.getByRole('button', { name: 'Record the results' }));
  expect(await screen.findByText(/Recorded already: 1\./)).toBeVisible();
});
