import { z } from 'zod';

/** Text that sorts and compares byte by byte, for keys. */
export const keyText = z.string().meta({ column: 'text collate "C"' });
/** Text of a type of the domain. */
export const text = <Type extends string | null>() => z.custom<Type>().meta({ column: 'text' });
/** A value of a type of the domain, as JSON. */
export const json = <Type>() => z.custom<Type>().meta({ column: 'json' });

/** The Postgres type of a field. Whole numbers are `bigint`, or `integer` for `z.int32()`. */
function columnOf(field: z.core.$ZodType): string {
  const column = z.globalRegistry.get(field)?.column;
  if (typeof column === 'string') return column;
  if (field instanceof z.ZodNullable || field instanceof z.ZodReadonly) return columnOf(field.unwrap());
  if (field instanceof z.ZodNumberFormat) return field.format === 'int32' ? 'integer' : 'bigint';
  if (field instanceof z.ZodNumber) return 'double precision';
  if (field instanceof z.ZodBoolean) return 'boolean';
  if (field instanceof z.ZodArray || field instanceof z.ZodObject) return 'json';
  return 'text';
}

/** The value of a field before the first event: 0, false, no entries, null or an empty text. */
function blankOf(field: z.core.$ZodType): unknown {
  if (field instanceof z.ZodNullable) return null;
  if (field instanceof z.ZodReadonly) return blankOf(field.unwrap());
  if (field instanceof z.ZodNumber) return 0;
  if (field instanceof z.ZodBoolean) return false;
  return field instanceof z.ZodArray ? [] : '';
}

/** A row before its first event. The caller sets the columns that begin with another value: keys, enums, days, JSON. */
export const blankRow = <Shape extends z.ZodRawShape>(row: z.ZodObject<Shape>): z.output<z.ZodObject<Shape>> =>
  Object.fromEntries(Object.entries(row.shape).map(([name, field]) => [name, blankOf(field)])) as z.output<
    z.ZodObject<Shape>
  >;

/** From the schema of the rows: one list gives a row's type, the table, and the API's answers. */
export const columnsOf = <Row extends object>(row: z.ZodType<Row>): { [Name in keyof Row]-?: string } =>
  Object.fromEntries(
    Object.entries((row as unknown as z.ZodObject).shape).map(([name, field]) => [name, columnOf(field)]),
  ) as never;
