import { fireEvent, render, screen } from '@testing-library/react';
import { AdminContext } from 'react-admin';
import { Link, MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { AsOfProvider } from '../as-of/as-of.tsx';
import { instant } from '../format/format.ts';
import { i18nProvider } from '../i18n/i18n.ts';
import { TimeSlider } from './HistoryTab.tsx';

const MOMENTS = ['2026-03-01T08:00:00.000Z', '2026-04-01T08:00:00.000Z', '2026-05-01T08:00:00.000Z'];

test('the slider shows the current moment, however it was chosen', async () => {
  render(
    <MemoryRouter initialEntries={['/travel-agents/7']}>
      <AdminContext i18nProvider={i18nProvider}>
        <AsOfProvider>
          <TimeSlider moments={MOMENTS} />
          <Link to={`?asOf=${MOMENTS[1]}`}>a moment</Link>
        </AsOfProvider>
      </AdminContext>
    </MemoryRouter>,
  );
  const says = (text: string) => screen.findByLabelText(new RegExp(`^${text}`));
  expect(await says('As of now')).toHaveValue('2');
  const past = `As of ${instant(MOMENTS[1])}`;
  fireEvent.click(screen.getByRole('link', { name: 'a moment' }));
  expect(await says(past)).toHaveValue('1');
  // Uses the banner's button, not the slider's own one.
  fireEvent.click(screen.getAllByRole('button', { name: 'Back to now' })[0] as HTMLElement);
  expect(await says('As of now')).toHaveValue('2');
});
