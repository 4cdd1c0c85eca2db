import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';

interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

const FORMATS: Readonly<Record<string, Arbitrary<unknown>>> = {
  date: fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
};
/** Arbitrary values, used now and then instead of valid ones. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '2026-02-30',
    '-0',
    '1e400',
    '../..',
    '__proto__',
    "';--",
    '=1+1',
    'ﷺ'.repeat(200),
  ),
);

function fitting(schema: Schema): Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (choices) return fc.oneof(...choices.map(fitting));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(fitting)).map((parts) => Object.assign({}, ...parts));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return FORMATS[schema.format ?? ''] ?? fc.string({ maxLength: Math.min(schema.maxLength ?? 60, 200) });
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1e6, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(schema.items ? sometimesOff(schema.items) : anything, { maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, sometimesOff(of)])),
        { requiredKeys: [...(schema.required ?? [])].slice(1) },
      );
    default:
      return anything;
  }
}

const sometimesOff = (schema: Schema): Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anything });

/** Valid values of a schema, and values with one or more faults. */
export const arbitraryOf = (schema: z.ZodType): Arbitrary<unknown> =>
  sometimesOff(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);
