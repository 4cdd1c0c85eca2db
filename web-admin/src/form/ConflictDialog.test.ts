import { expect, test } from 'vitest';
import { fieldConflicts, merged } from './ConflictDialog.tsx';

const conflict = {
  base: { id: 7, version: 3, firstName: 'Thandi', surname: 'Nkosi', agencyName: 'Blue', postalCode: '7700' },
  mine: { id: 7, version: 3, firstName: 'Thandeka', surname: 'Nkosi', agencyName: 'Blue Sky', postalCode: '7701' },
  theirs: { id: 7, version: 4, firstName: 'Thandi', surname: 'Khumalo', agencyName: 'Blue Sea', postalCode: '7701' },
};
const fields = ['firstName', 'surname', 'agencyName', 'postalCode'];

test('a conflict shows what each of the two changed, without fields that both changed in the same way', () => {
  expect(fieldConflicts(conflict, fields).map(({ field, by }) => [field, by])).toEqual([
    ['firstName', 'me'],
    ['surname', 'them'],
    ['agencyName', 'both'],
  ]);
});

test('the merged record keeps both changes, the chosen side where both changed, and the newest version', () => {
  const conflicts = fieldConflicts(conflict, fields);
  expect(merged(conflict, conflicts, { agencyName: 'theirs' })).toEqual({
    id: 7,
    version: 4,
    firstName: 'Thandeka',
    surname: 'Khumalo',
    agencyName: 'Blue Sea',
    postalCode: '7701',
  });
  expect(merged(conflict, conflicts, {}).agencyName).toBe('Blue Sky');
});
