import { expect, test } from 'vitest';
import { detailText } from './act-name.ts';

test.each([
  ['PUT /admin/travel-agents/7: 412 stale', 'Travel agents', 'the record was changed by someone else'],
  ['POST /admin/what-ifs: 422 invalid', 'What ifs', 'the input was not valid'],
  ['GET /admin/audit-log: 403 forbidden', 'Audit log', 'not allowed for this role'],
])('names a refused call by its area and reason: %s', (detail, area, reason) => {
  expect(detailText(detail)).toEqual(['%{area}: %{reason}', { area: [area], reason: [reason] }]);
});

test('counts equal refusals', () => {
  expect(detailText('POST /admin/import: 403 forbidden (12 times)')).toEqual([
    '%{area}: %{reason} (%{times} times)',
    { area: ['Import'], reason: ['not allowed for this role'], times: '12' },
  ]);
});

test('keeps details of other events', () => {
  expect(detailText('Drop notice: notices/1')).toBe('Drop notice: notices/1');
});
