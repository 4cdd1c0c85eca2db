import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import ReferralStatusPage from './ReferralStatusPage.tsx';

const referral = {
  id: 'r1',
  firstName: 'Lindiwe',
  surname: 'Cele',
  agencyName: 'Karoo Travel',
  emailAddress: 'lindiwe@agency.example',
  registrationStatus: 'Completed',
  referredOn: '2026-01-05T08:00:00.000Z',
  lastUpdated: '2026-01-06T08:00:00.000Z',
  remindFrom: null,
};
const erased = { ...referral, firstName: '', surname: '', emailAddress: '' };

test('names erased referrals, each with its own facts', async () => {
  const logged = vi.spyOn(console, 'error');
  localStorage.setItem('UserId', '7');
  const referrals = [referral, { ...erased, id: 'r2' }, { ...erased, id: 'r3' }];
  vi.stubGlobal('fetch', async () => Response.json({ referrals }));
  const { container } = render(<ReferralStatusPage />);
  fireEvent.click(screen.getByRole('button', { name: 'Fetch Referral Status' }));
  expect(await screen.findAllByRole('heading', { name: 'Details erased' })).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'Lindiwe Cele' })).toBeVisible();
  expect(screen.getByText('lindiwe@agency.example')).toBeVisible();
  expect(container.querySelectorAll('li > p')).toHaveLength(1);
  expect(logged).not.toHaveBeenCalled();
});
