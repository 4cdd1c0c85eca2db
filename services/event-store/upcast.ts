import { catalogue } from '@fynbos/domain/catalogue.ts';
import { upcasters } from '@fynbos/domain/upcasters.ts';

/** Converts data of a type's version to the next version: `{ [type]: { [fromVersion]: (data) => data } }`. Pure. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, (data: object) => object>>>>;

export interface Schemas {
  /** The version of the code; 1 for types without an entry. */
  readonly currentVersions?: Readonly<Record<string, number>>;
  /** The version that this release writes; the current one for types without an entry. */
  readonly writtenVersions?: Readonly<Record<string, number>>;
  readonly upcasters?: Upcasters;
}

/** The schemas of the events of the product. */
export const productSchemas: Schemas = {
  currentVersions: Object.fromEntries([...catalogue.values()].map(({ type, version }) => [type, version])),
  writtenVersions: Object.fromEntries([...catalogue.values()].map(({ type, written }) => [type, written])),
  upcasters,
};

const currentVersion = (schemas: Schemas, type: string): number => schemas.currentVersions?.[type] ?? 1;

/** The version of the events of a type that this release appends. */
export const writtenVersion = (schemas: Schemas, type: string): number =>
  schemas.writtenVersions?.[type] ?? currentVersion(schemas, type);

/** Throws for a version without an upcaster, or newer than this release. */
export function upcast(schemas: Schemas, type: string, version: number, data: object): object {
  const current = currentVersion(schemas, type);
  if (version > current)
    throw new Error(`${type} of version ${version} is newer than this program, which knows ${current}`);
  let upcasted = data;
  for (let from = version; from < current; from++) {
    const step = schemas.upcasters?.[type]?.[from];
    if (!step) throw new Error(`${type} of version ${from} cannot be read as version ${from + 1}`);
    upcasted = step(upcasted);
  }
  return upcasted;
}
