import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { discardDrafts } from '../../session/drafts.ts';
import { ThreadView } from './ThreadView.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  discardDrafts();
});

const LINK = '0123456789abcdef';
const show = () => render(<ThreadView link={LINK} />, { wrapper: MemoryRouter });

test('a typed reply stays when the enquiry is resolved in the meantime', async () => {
  let status = 'Activated';
  vi.stubGlobal('fetch', async () => Response.json({ referenceNumber: 'FR-1', status, thread: [] }));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const { unmount } = show();
  fireEvent.change(await screen.findByLabelText('Your reply'), { target: { value: 'And on Monday?' } });
  status = 'Resolved';
  await act(async () => window.dispatchEvent(new Event('online')));
  await screen.findByText(/^Resolved\./);
  expect(screen.getByLabelText('Your reply')).toHaveValue('And on Monday?');
  unmount();
  show();
  await screen.findByText(/^Resolved\./);
  expect(screen.queryByLabelText('Your reply')).toBeNull();
});
