/** How data of a type's version becomes data of the next: `{ [type]: { [fromVersion]: (data) => data } }`. Pure. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, (data: object) => object>>>>;

export interface Schemas {
  /** The version that is written today; 1 for types that are not named. */
  readonly currentVersions?: Readonly<Record<string, number>>;
  readonly upcasters?: Upcasters;
}

export const currentVersion = (schemas: Schemas, type: string): number => schemas.currentVersions?.[type] ?? 1;

/** Data of an older version as the newest. Throws an Error for a version that has no way up, or is newer than this program. */
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
