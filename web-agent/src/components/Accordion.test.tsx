import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Accordion } from './Accordion.tsx';
import { Link } from './Link.tsx';

function Other() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
      <Link to="/">Again</Link>
    </>
  );
}

const questions = (
  <>
    <Accordion title="First">One</Accordion>
    <Accordion title="Second">Two</Accordion>
    <Link to="/other">Other</Link>
  </>
);
const opened = () => [...document.querySelectorAll('details')].map(({ open }) => open);

test('stays open after Back, and is closed on a page that is opened again', async () => {
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={questions} />
        <Route path="/other" element={<Other />} />
      </Routes>
    </MemoryRouter>,
  );
  const toggled = new Promise((done) => document.addEventListener('toggle', done, { capture: true, once: true }));
  fireEvent.click(screen.getByText('Second'));
  await act(() => toggled);
  fireEvent.click(screen.getByText('Other'));
  fireEvent.click(screen.getByText('Back'));
  await vi.waitFor(() => expect(opened()).toEqual([false, true]), { timeout: 60_000 });
  fireEvent.click(screen.getByText('Other'));
  fireEvent.click(screen.getByText('Again'));
  await vi.waitFor(() => expect(opened()).toEqual([false, false]), { timeout: 60_000 });
});
