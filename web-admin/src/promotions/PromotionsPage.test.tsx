import { render, screen } from '@testing-library/react';
import { AdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { i18nProvider } from '../i18n/i18n.ts';
import PromotionsPage from './PromotionsPage.tsx';

const promotion = { id: 1, promoCode: 'KAROO20', promoRate: 0.2, description: 'A fifth.', state: 'active' };
const dataProvider = { getList: async () => ({ data: [promotion], total: 201 }) } as unknown as DataProvider;

test('shows that there are more promotions, and lists them on the next page', async () => {
  render(
    <MemoryRouter initialEntries={['/promotions']}>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <PromotionsPage />
      </AdminContext>
    </MemoryRouter>,
  );
  expect(await screen.findByText('Page 1 of 2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled();
});

const authProvider = {
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getPermissions: async () => ({ 'promotions:change': 'alone' }),
};

test.each(['active', 'inactive', 'planned', 'ended'])('a promotion that is %s can be switched', async (state) => {
  for (const [isActive, action] of [
    [true, 'Deactivate'],
    [false, 'Reactivate'],
  ] as const) {
    const data = [{ ...promotion, state, isActive }];
    const { unmount } = render(
      <MemoryRouter initialEntries={['/promotions']}>
        <AdminContext
          authProvider={authProvider as never}
          dataProvider={{ getList: async () => ({ data, total: 1 }) } as unknown as DataProvider}
          i18nProvider={i18nProvider}
        >
          <PromotionsPage />
        </AdminContext>
      </MemoryRouter>,
    );
    expect(await screen.findByRole('button', { name: `${action} KAROO20` })).toBeVisible();
    unmount();
  }
});

test('the forms keep the filters of the list in the address', async () => {
  const search = `?filter=${encodeURIComponent('{"state":"active"}')}`;
  render(
    <MemoryRouter initialEntries={[`/promotions${search}`]}>
      <AdminContext authProvider={authProvider as never} dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <PromotionsPage />
      </AdminContext>
    </MemoryRouter>,
  );
  for (const [name, path] of [
    ['Edit KAROO20', 'edit/1'],
    ['Create New Promotion', 'create'],
  ] as const) {
    const link = await screen.findByRole('link', { name });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe(`/promotions/${path}?filter={"state":"active"}`);
  }
});
