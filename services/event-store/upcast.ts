/** Converts data of a type's version to the next version: `{ [type]: { [fromVersion]: (data) => data } }`. Pure. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, (data: object) => object>>>>;

export interface Schemas {
  /** The version that this release writes; 1 for types without an entry. */
  readonly currentVersions?: Readonly<Record<string, number>>;
  readonly upcasters?: Upcasters;
}

export const currentVersion = (schemas: Schemas, type: string): number => schemas.currentVersions?.[type] ?? 1;

/**
 * Converts data of an older version to the newest. Throws an Error for a version without an upcaster, or newer than
 * this release.
 */
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
