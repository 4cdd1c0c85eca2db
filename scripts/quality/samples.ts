import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { catalogue } from '@fynbos/domain/catalogue.ts';
import { z } from 'zod';

/** Stored samples of events: one a type and version, made once and never edited, so that what was ever written stays readable. */
export const SAMPLES = path.resolve(import.meta.dirname, '../../services/domain/fixtures');

export const sampleFile = (type: string, version: number): string => path.join(SAMPLES, `${type}.v${version}.json`);

interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly propertyNames?: Shape;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly minimum?: number;
  readonly minLength?: number;
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-03-10',
  'date-time': '2026-03-10T08:00:00.000Z',
  uuid: '00000000-0000-4000-8000-000000000001',
};

/** A value that the schema takes: the first of what it allows. */
function sampleOf(shape: Shape): unknown {
  if ('const' in shape) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choice = (shape.anyOf ?? shape.oneOf)?.find((one) => one.type !== 'null');
  if (choice) return sampleOf(choice);
  const type = Array.isArray(shape.type) ? shape.type.find((one) => one !== 'null') : shape.type;
  switch (type) {
    case 'object':
      return Object.fromEntries([
        ...Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner)]),
        ...mapEntry(shape),
      ]);
    case 'array':
      return shape.prefixItems ? shape.prefixItems.map(sampleOf) : shape.items ? [sampleOf(shape.items)] : [];
    case 'string':
      return TEXTS[shape.format ?? ''] ?? 'text'.padEnd(shape.minLength ?? 0, '0');
    case 'integer':
      return Math.max(1, shape.minimum ?? 1);
    case 'number':
      return 0.25;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function mapEntry({ additionalProperties, propertyNames }: Shape): [string, unknown][] {
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0) return [];
  return [[String(propertyNames?.enum?.[0] ?? 'key'), sampleOf(additionalProperties)]];
}

/** Writes the samples that are missing; those that are there stay as they are. Gives the types written. */
export async function writeMissingSamples(): Promise<string[]> {
  await mkdir(SAMPLES, { recursive: true });
  const written: string[] = [];
  for (const { type, version, data } of catalogue.values()) {
    const file = sampleFile(type, version);
    if (existsSync(file)) continue;
    const sample = sampleOf(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }) as Shape);
    await writeFile(file, `${JSON.stringify(data.parse(sample), null, 2)}\n`);
    written.push(type);
  }
  return written;
}

if (process.argv[1] === import.meta.filename) {
  const written = await writeMissingSamples();
  console.log(written.length > 0 ? `written: ${written.join(', ')}` : 'every event type has its sample');
}
