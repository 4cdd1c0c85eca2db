/**
 * How data of an event type's older version becomes the next: `{ [type]: { [fromVersion]: (data) => data } }`. Pure.
 * Whoever raises a version in catalogue.ts adds its step here and a sample of the old version to `fixtures/`.
 */
export const upcasters: Readonly<Record<string, Readonly<Record<number, (data: object) => object>>>> = {};
