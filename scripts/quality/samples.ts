import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { catalogue } from '@fynbos/domain/catalogue.ts';
import { z } from 'zod';

/** One file of samples per aggregate: `{ [type]: { [version]: data } }`. */
export const SAMPLES = path.resolve(import.meta.dirname, '../../services/domain/samples');

type Samples = Record<string, Record<string, unknown>>;

type Shape = z.core.JSONSchema.JSONSchema;

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-03-10',
  'date-time': '2026-03-10T08:00:00.000Z',
  uuid: '00000000-0000-4000-8000-000000000001',
};

/** A value that the schema accepts: the first of the allowed ones. */
function sampleOf(shape: Shape): unknown {
  if ('const' in shape) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choice = (shape.anyOf ?? shape.oneOf)?.find((one) => one.type !== 'null');
  if (choice) return sampleOf(choice);
  const type = Array.isArray(shape.type) ? shape.type.find((one) => one !== 'null') : shape.type;
  switch (type) {
    case 'object':
      return Object.fromEntries([
        ...Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner as Shape)]),
        ...mapEntry(shape),
      ]);
    case 'array':
      return (shape.prefixItems ?? [shape.items ?? []].flat()).map((item) => sampleOf(item as Shape));
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
  return [[String((propertyNames as Shape | undefined)?.enum?.[0] ?? 'key'), sampleOf(additionalProperties)]];
}

/** Existing samples are never edited. Returns the types added. */
export async function writeMissingSamples(): Promise<string[]> {
  await mkdir(SAMPLES, { recursive: true });
  const written: string[] = [];
  const byAggregate = Map.groupBy(catalogue.values(), ({ aggregate }) => aggregate);
  for (const [aggregate, entries] of byAggregate) {
    const file = path.join(SAMPLES, `${aggregate}.json`);
    const samples: Samples = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
    const missing = entries.filter(({ type, version }) => samples[type]?.[`v${version}`] === undefined);
    if (missing.length === 0) continue;
    for (const { type, version, data } of missing) {
      const sample = sampleOf(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }));
      samples[type] = { ...samples[type], [`v${version}`]: data.parse(sample) };
      written.push(type);
    }
    await writeFile(file, `${JSON.stringify(samples, null, 2)}\n`);
  }
  return written;
}

if (process.argv[1] === import.meta.filename) {
  const written = await writeMissingSamples();
  console.log(written.length > 0 ? `written: ${written.join(', ')}` : 'every event type has its sample');
}
