/**
 * How many random histories a money property is tried on: as many as usual, or `PROPERTY_RUNS`, for a long look:
 * `PROPERTY_RUNS=20000 npm run vitest -- run --testTimeout 3600000 services/domain`
 */
export const propertyRuns = (usual: number): number => Number(process.env.PROPERTY_RUNS) || usual;
