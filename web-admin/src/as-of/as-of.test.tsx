import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, TestMemoryRouter } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { Field } from '../form/inputs.tsx';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import { PageForm } from '../form/PageForm.tsx';
import { i18nProvider } from '../i18n/i18n.ts';
import { AsOfProvider } from './as-of.tsx';

const authProvider = {
  login: async () => undefined,
  logout: async () => undefined,
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getPermissions: async () => ({ 'audit-log:see': 'yes' }),
};

function Page() {
  if (useLocation().pathname === '/rewards') return <p>The rewards</p>;
  return (
    <>
      <PageForm action="Send" send={async () => undefined} values={{ note: '' }}>
        <Field label="Note" source="note" />
      </PageForm>
      <Link to="/rewards">Rewards</Link>
    </>
  );
}

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ days: [] })));

/** Opens a page with a form and chooses a past day in the time control. */
async function lookBack(typed?: string) {
  render(
    <TestMemoryRouter initialEntries={['/corrections']}>
      <AdminContext authProvider={authProvider} i18nProvider={i18nProvider}>
        <LeaveGuard />
        <AsOfProvider>
          <Page />
        </AsOfProvider>
      </AdminContext>
    </TestMemoryRouter>,
  );
  const slider = await screen.findByRole('slider', { name: 'Date shown' });
  if (typed) fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: typed } });
  fireEvent.change(slider, { target: { value: 300 } });
}

test('a past moment stays in effect on the next page', async () => {
  await lookBack();
  await screen.findByText(/^Viewing/);
  fireEvent.click(screen.getByRole('link', { name: 'Rewards' }));
  await screen.findByText('The rewards');
  expect(screen.getByText(/^Viewing/)).toBeVisible();
});

test('a past moment that was declined to keep unsent input does not take effect on the next page', async () => {
  await lookBack('Letter of 3 March');
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText(/^Note/)).toHaveValue('Letter of 3 March');
  fireEvent.click(screen.getByRole('link', { name: 'Rewards' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await screen.findByText('The rewards');
  expect(screen.queryByText(/^Viewing/)).toBeNull();
});
