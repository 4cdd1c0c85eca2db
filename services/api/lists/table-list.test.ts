import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../tests/support/database.ts';
import { ApproximateCounts } from './approximate-counts.ts';
import { databaseOf } from './database.ts';
import { listPage, type TableList } from './table-list.ts';

interface Person {
  readonly id: number;
  readonly surname: string;
  readonly firstName: string;
}

const list: TableList<Person> = {
  table: 'public.people',
  key: 'id',
  filters: { q: { column: 'surname', match: 'contains' } },
  sorts: { surname: ['surname', 'firstName'], upper: [sql`upper(surname)`, 'firstName'] },
  defaultSort: { field: 'surname', descending: false },
};

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await database.pool().query('create table public.people (id integer primary key, surname text, "firstName" text)');
});
afterAll(() => database.drop());

const few = (...names: string[]) => fc.constantFrom(...names);
const people = fc
  .array(fc.record({ surname: few('Cele', 'Ncube'), firstName: few('Anna', 'Philippa', 'Zanele') }), { maxLength: 30 })
  .map((names) => names.map((name, id) => ({ ...name, id })));

test('pages of people of one surname neither repeat nor omit a row, by surname, first name and number', async () => {
  const db = databaseOf(database.pool());
  const pageOf = async (field: string, filter: object, descending: boolean, offset: number, limit: number) =>
    (
      await listPage(
        db,
        list,
        { filter: filter as never, offset, limit, sort: { field, descending } },
        new ApproximateCounts(db),
      )
    ).rows;
  await fc.assert(
    fc.asyncProperty(
      people,
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('surname', 'upper'),
      async (rows, size, down, search, field) => {
        await database.pool().query('truncate public.people');
        // The order of the insertion must not matter.
        await database
          .pool()
          .query(
            'insert into public.people select * from json_to_recordset($1) as r(id int, surname text, "firstName" text) order by random()',
            [JSON.stringify(rows)],
          );
        const found: Person[] = [];
        for (let offset = 0; offset <= rows.length; offset += size)
          found.push(...(await pageOf(field, search ? { q: 'e' } : {}, down, offset, size)));
        const keyOf = ({ surname, firstName, id }: Person) => `${surname} ${firstName} ${String(id).padStart(3, '0')}`;
        const sorted = rows.map(keyOf).sort();
        expect(found.map(keyOf)).toEqual(down ? sorted.reverse() : sorted);
      },
    ),
    { numRuns: 40 },
  );
});
