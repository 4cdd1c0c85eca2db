/**
 * Random histories for a money property. Extended: `PROPERTY_RUNS=20000 npm run vitest -- run --testTimeout 3600000
 * services/domain`
 */
export const propertyRuns = (usual: number): number => Number(process.env.PROPERTY_RUNS) || usual;
