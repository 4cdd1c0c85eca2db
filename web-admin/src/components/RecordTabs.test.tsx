import { render, screen } from '@testing-library/react';
import { TestMemoryRouter } from 'react-admin';
import { expect, test } from 'vitest';
import { RecordTabs } from './RecordTabs.tsx';

test.each([
  ['Parked keys', 'The blocked keys'],
  ['Replays', 'The rebuilds'],
  ['Excluded', 'The agents left out'],
  ['Blocked keys', 'The blocked keys'],
  ['nothing', 'The read models'],
])('opens the tab of an older address: %s', (tab, shown) => {
  const tabs = {
    'read-models': 'The read models',
    'blocked-keys': 'The blocked keys',
    rebuilds: 'The rebuilds',
    'left-out': 'The agents left out',
  };
  render(
    <TestMemoryRouter initialEntries={[`/operations?tab=${encodeURIComponent(tab)}`]}>
      <RecordTabs label="Operations" tabs={tabs} />
    </TestMemoryRouter>,
  );
  expect(screen.getByRole('tabpanel')).toHaveTextContent(shown);
});
