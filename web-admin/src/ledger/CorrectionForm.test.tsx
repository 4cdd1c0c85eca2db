import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter, testDataProvider } from 'react-admin';
import { afterEach, expect, test, vi } from 'vitest';
import { dataProvider } from '../api/data-provider.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { CorrectionForm } from './CorrectionForm.tsx';

afterEach(() => vi.unstubAllGlobals());

const provider = testDataProvider({
  command: dataProvider.command as never,
  getOne: async () => ({ data: { id: 7 } as never }),
  getList: async () => ({ data: [], total: 0 }),
});
const show = () =>
  render(
    <TestMemoryRouter initialEntries={['/corrections?agent=7']}>
      <AdminContext dataProvider={provider} i18nProvider={i18nProvider}>
        <CorrectionForm />
      </AdminContext>
    </TestMemoryRouter>,
  );

/** Submits the complete form with the given texts. Returns the stub that receives the request. */
function submit(payePercent: string, amount = '-1000') {
  const asked = vi.fn(async (_path: string, _init: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', asked);
  show();
  fireEvent.change(screen.getByLabelText(/^Reason and/), { target: { value: 'Letter of 3 March' } });
  fireEvent.change(screen.getByLabelText(/^Gross amount/), { target: { value: amount } });
  fireEvent.change(screen.getByLabelText('PAYE %'), { target: { value: payePercent } });
  fireEvent.click(screen.getByRole('button', { name: 'Request correction' }));
  return asked;
}

/** Submits the form with the given PAYE text and returns the request body. */
async function sent(payePercent: string) {
  const asked = submit(payePercent);
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  return JSON.parse(String(asked.mock.calls[0]?.[1].body));
}

test.each([
  ['', null],
  ['0', 0],
  ['25', 0.25],
])(
  'PAYE typed as "%s" asks for the rate %s, so that the server finds one where none is given',
  async (typed, payeRate) => {
    expect(await sent(typed)).toMatchObject({ grossCents: -1000_00, payeRate });
  },
);

test('the form has no default rate', () => {
  show();
  expect(screen.getByLabelText('PAYE %')).toHaveValue('');
});

test('a rate that is not a percentage from 0 to 100 is refused before it is sent', async () => {
  const asked = submit('150');
  await screen.findByText('Must be a percentage from 0 to 100, such as 25.');
  expect(asked).not.toHaveBeenCalled();
});

test('an amount that cannot be read is refused before it is sent', async () => {
  const asked = submit('', '1234.5 rand');
  await screen.findByText('Type the amount in rand, for example 12345.60.');
  expect(asked).not.toHaveBeenCalled();
});

test('an amount can be pasted from a spreadsheet, with commas between the thousands', async () => {
  const asked = submit('', '-1,234,567.50');
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(JSON.parse(String(asked.mock.calls[0]?.[1].body))).toMatchObject({ grossCents: -1_234_567_50 });
});
