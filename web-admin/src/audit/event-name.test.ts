import { expect, test } from 'vitest';
import { detailText } from './event-name.ts';

const refused = (area: string, status: number, times = 1) =>
  detailText({ detail: 'PUT /admin/…', refused: { area, status, times } });

test.each([
  ['travel-agents', 412, 'Travel agents', 'the record was changed by someone else'],
  ['what-ifs', 422, 'What ifs', 'the input was not valid'],
  ['audit-log', 403, 'Audit log', 'not allowed for this role'],
])('names a refused call by its area and reason: %s %d', (area, status, name, reason) => {
  expect(refused(area, status)).toEqual(['%{area}: %{reason}', { area: [name], reason: [reason] }]);
});

test('counts equal refusals', () => {
  expect(refused('import', 403, 12)).toEqual([
    '%{area}: %{reason} (%{times} times)',
    { area: ['Import'], reason: ['not allowed for this role'], times: 12 },
  ]);
});

test('keeps details of other events', () => {
  expect(detailText({ detail: 'Drop notice: notices/1', refused: null })).toBe('Drop notice: notices/1');
});
