import { expect, test } from 'vitest';
import { z } from 'zod';
import './validate.ts';

const schema = z.object({
  name: z.string().max(3),
  count: z.int(),
  list: z.array(z.string()).min(2),
  kind: z.enum(['a', 'b']),
  on: z.iso.date(),
  own: z.string({ error: 'Name is required!' }),
});
const problems = (value: object) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path}: ${message}`);

test('an invalid value gets a message that says what to correct, preferably that of the schema', () => {
  expect(problems({})).toEqual([
    ...['name', 'count', 'list', 'kind', 'on'].map((field) => `${field}: Required.`),
    'own: Name is required!',
  ]);
  expect(problems({ name: 'four', count: 1.5, list: ['x'], kind: 'c', on: 'today', own: 1 })).toEqual([
    'name: At most 3 characters.',
    'count: Must be a whole number.',
    'list: At least 2 items.',
    'kind: Must be one of a, b.',
    'on: Invalid format.',
    'own: Name is required!',
  ]);
});
