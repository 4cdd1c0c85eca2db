import { DomainError, type FieldError } from '@fynbos/domain/errors.ts';
import { type RecalculationDefinition, recalculationDefinition } from '@fynbos/domain/recalculation/definition.ts';
import { z } from 'zod';

/** What may be left out of a definition: a question need not assume anything about the policy or promotions. */
export const whatIfInput = recalculationDefinition.extend({
  policy: recalculationDefinition.shape.policy.default(null),
  promotions: recalculationDefinition.shape.promotions.default([]),
  reassess: recalculationDefinition.shape.reassess.default(null),
});

const assumes = (change: object): boolean =>
  Object.entries(change).some(
    ([field, value]) => field !== 'promotionId' && field !== 'effectiveFrom' && value !== undefined,
  );

/**
 * Refuses a question that asks nothing or contradicts itself, with a message a field. `known` are the promotions there are.
 */
export function checkDefinition(definition: RecalculationDefinition, known: ReadonlySet<string>): void {
  const { from, to, policy, promotions, reassess } = definition;
  const errors: FieldError[] = [];
  const refuse = (field: string, message: string): void => void errors.push({ field, message });
  if (to < from) refuse('to', 'The last day must not be before the first.');
  if (reassess === null) {
    if (policy === null && promotions.length === 0)
      refuse('policy', 'Say what is assumed: other terms of the policy, or of a promotion.');
    if (policy !== null && !assumes(policy)) refuse('policy', 'Say which terms of the policy are assumed.');
  } else if (policy !== null || promotions.length > 0) {
    refuse('reassess', 'A promotion is decided again as its terms stand. Nothing can be assumed beside it.');
  }
  promotions.forEach((change, index) => {
    const field = `promotions.${index}`;
    if (!known.has(change.promotionId)) refuse(`${field}.promotionId`, 'There is no such promotion.');
    if (!assumes(change)) refuse(field, 'Say what is assumed of the promotion.');
    if (change.startDate && change.endDate && change.endDate < change.startDate)
      refuse(`${field}.endDate`, 'End Date must not be before Start Date.');
  });
  if (reassess !== null && !known.has(reassess.promotionId)) refuse('reassess', 'There is no such promotion.');
  const [first] = errors;
  if (first) throw new DomainError('invalid', 'what-if.definition', first.message, errors);
}

/** Which sums of a result are shown. */
export const grouping = z.enum(['agent', 'promotion', 'month'], 'Results are by agent, promotion or month.');
