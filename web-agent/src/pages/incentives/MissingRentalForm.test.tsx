import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import MissingRentalForm from './MissingRentalForm.tsx';

const Handed = () => <output>{JSON.stringify(useLocation().state?.about)}</output>;

test.each([
  ['2026-03', 'March 2026'],
  ['', ''],
])('the month of a missing rental is the one that was chosen (%j), never the current one', async (chosen, month) => {
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<MissingRentalForm months={['2026-05', '2026-03']} />} />
        <Route path="/contact-us" element={<Handed />} />
      </Routes>
    </MemoryRouter>,
  );
  fireEvent.change(screen.getByLabelText('Reservation number'), { target: { value: 'R-77' } });
  fireEvent.change(screen.getByLabelText(/Promotion code/), { target: { value: ' longstay ' } });
  fireEvent.change(screen.getByLabelText('Month of the rental'), { target: { value: chosen } });
  fireEvent.click(screen.getByRole('button', { name: 'Ask us to find it' }));
  expect(JSON.parse((await screen.findByRole('status')).textContent ?? '')).toEqual({
    reservationNo: 'R-77',
    promoCode: 'LONGSTAY',
    month,
  });
});
