import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AdminContext, type DataProvider, TestMemoryRouter } from 'react-admin';
import { expect, test, vi } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import { CreatePromotionDialog, EditPromotionDialog } from './PromotionDialogs.tsx';

const promotion = {
  id: 'p1',
  version: 3,
  promoCode: 'KAROO20',
  description: 'A fifth.',
  promoRate: 0.2,
  startDate: '2026-01-01',
  endDate: null,
};
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('sends a rate that is typed with a decimal comma', async () => {
  const command = vi.fn(async () => ({}));
  const dataProvider = { command } as unknown as DataProvider;
  render(
    <TestMemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <CreatePromotionDialog onClose={() => undefined} />
      </AdminContext>
    </TestMemoryRouter>,
  );
  type(/^Promotion Title/, 'KAROO25');
  type(/^Promotion Description/, 'A quarter.');
  type(/^Promotion Rate/, '0,25');
  type(/^Start Date/, '2026-01-01');
  type(/^End Date/, '2026-12-31');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled());
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(command).toHaveBeenCalledWith('POST', 'add-promotion', expect.objectContaining({ promoRate: '0.25' })),
  );
});

test('shows the change of a rate that is typed with a decimal comma, and sends it without a reason', async () => {
  const update = vi.fn(async () => ({ data: promotion }));
  const dataProvider = { getOne: async () => ({ data: promotion }), update } as unknown as DataProvider;
  render(
    <TestMemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <EditPromotionDialog id="p1" />
      </AdminContext>
    </TestMemoryRouter>,
  );
  await screen.findByLabelText(/^Promotion Rate/);
  type(/^Promotion Rate/, '0,25');
  expect(await screen.findByText(/for reservations made from/)).toHaveTextContent('Rate 20% → 25%');
  expect(screen.getByLabelText('Reason (optional)')).not.toBeRequired();
  fireEvent.click(screen.getByRole('button', { name: 'Upload Promotion' }));
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
});
