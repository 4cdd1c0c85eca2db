import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ReactionServices, reactionsOf } from '@fynbos/application/reactions.ts';
import { type CatalogueEntry, catalogue } from '@fynbos/domain/catalogue.ts';
import { demoProgramme, programmeSchema } from '@fynbos/platform/config/programme.ts';
import { z } from 'zod';

export const CATALOGUE_FILE = path.resolve(import.meta.dirname, '../../docs/event-catalogue.md');

type Shape = z.core.JSONSchema.JSONSchema;

/** Short description of a field's type. */
function kindOf(shape: Shape): string {
  const options = shape.anyOf ?? shape.oneOf;
  if (options) return options.map(kindOf).join(' or ');
  // An option of a union: its fields are the contract. Every other nested object is shown as `object`.
  if (shape.properties?.kind) return `{ ${fieldsOf(shape).join('; ')} }`;
  if (shape.const !== undefined) return String(shape.const);
  if (shape.enum) return shape.enum.map(String).join(', ');
  if (shape.type === 'array') return `list of ${kindOf((shape.items ?? {}) as Shape)}`;
  return shape.format ?? (Array.isArray(shape.type) ? shape.type.join(' or ') : String(shape.type ?? 'any'));
}

const fieldsOf = ({ properties = {} }: Shape): string[] =>
  Object.entries(properties).map(([name, shape]) => `\`${name}\`: ${kindOf(shape as Shape)}`);

/** Markdown of every event type with its version, fields and reactions, by aggregate. */
export function eventCatalogue(): string {
  const lines = [
    '# Event catalogue',
    '',
    'Made from the schemas by `npx tsx scripts/quality/event-catalogue.ts`; data below `personal` is encrypted.',
    'The reactions to an event are declared in `services/application/reactions.ts`.',
  ];
  // Their names and event types do not depend on the services.
  const reactions = reactionsOf({ programme: programmeSchema.parse(demoProgramme) } as ReactionServices);
  const aggregates = new Map<string, CatalogueEntry[]>();
  for (const entry of catalogue.values()) {
    aggregates.set(entry.aggregate, [...(aggregates.get(entry.aggregate) ?? []), entry]);
  }
  for (const [aggregate, entries] of aggregates) {
    lines.push('', `## ${aggregate}`);
    for (const { type, version, data } of entries) {
      const fields = fieldsOf(z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }));
      lines.push('', `### ${type}, version ${version}`, '', ...fields.map((field) => `- ${field}`));
      const names = reactions.filter(({ eventTypes }) => eventTypes.includes(type)).map(({ name }) => `\`${name}\``);
      if (names.length > 0) lines.push(`- Reactions: ${names.join(', ')}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

if (process.argv[1] === import.meta.filename) await writeFile(CATALOGUE_FILE, eventCatalogue());
