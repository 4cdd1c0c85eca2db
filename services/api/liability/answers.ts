import { ageing } from '@fynbos/application/liability/ageing.ts';
import { forecastSchema } from '@fynbos/application/liability/forecast.ts';
import { AGE_BUCKETS, type AgeBucket } from '@fynbos/domain/ledger/owed.ts';
import { owedAgent } from '@fynbos/projections/liability/owed.ts';
import { z } from 'zod';

const bucket = z.enum(AGE_BUCKETS.map((age) => age.bucket) as [AgeBucket, ...AgeBucket[]]);

export const liabilityAnswer = ageing.extend({
  ages: z.array(z.object({ bucket, label: z.string(), days: z.int().nullable() })),
});
export type Liability = z.output<typeof liabilityAnswer>;

export const agentsOwedAnswer = z.array(owedAgent.extend({ id: z.int() }));
export type OwedAgents = z.output<typeof agentsOwedAnswer>;

export const forecastAnswer = forecastSchema;
