import { fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import OpenedPackApp from './OpenedPackPage.tsx';

test('a link to another pack in the same tab shows that pack', async () => {
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const { token } = JSON.parse(String(body));
    return Response.json({ programme: 'Fynbos', records: [`Agent ${token}`], entries: [] });
  });
  render(
    <MemoryRouter initialEntries={['/pack#7']}>
      <OpenedPackApp />
      <Link to="#8">Another pack</Link>
    </MemoryRouter>,
  );
  await screen.findByText(/About Agent 7/);
  fireEvent.click(screen.getByRole('link', { name: 'Another pack' }));
  await screen.findByText(/About Agent 8/);
  expect(screen.queryByText(/About Agent 7/)).toBeNull();
});
