import { randomUUID } from 'node:crypto';
import {
  type ComparisonDefinition,
  comparisonDecider,
  comparisonStreamOf,
} from '@fynbos/domain/comparison/comparison.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import { handle } from '../handle.ts';
import type { Application } from '../services.ts';

/** Requests a comparison of two moments, with a reason. Returns its id. Throws `comparison.to` and `comparison.months`. */
export async function requestComparison(
  { log }: Pick<Application, 'log'>,
  definition: ComparisonDefinition,
  by: number,
  context: CommandContext,
) {
  const comparisonId = randomUUID();
  const { reason = '' } = context;
  const command = { type: 'RequestComparison', comparisonId, ...definition, reason, by } as const;
  const { position } = await handle(log, comparisonDecider, comparisonStreamOf(comparisonId), command, context);
  return { comparisonId, position };
}
