/**
 * Number of random histories for a money property: `usual`, or `PROPERTY_RUNS` for an extended test:
 * `PROPERTY_RUNS=20000 npm run vitest -- run --testTimeout 3600000 services/domain`
 */
export const propertyRuns = (usual: number): number => Number(process.env.PROPERTY_RUNS) || usual;
