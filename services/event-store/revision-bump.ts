import type { DomainEvent } from '@fynbos/domain/decider.ts';

/**
 * Stands in the stream of an owner whose claim was given to another: nothing but a step of the revision, so that a command of
 * the owner's that was under way meets a conflict and looks again (docs/decisions/0025). No rule and no read model knows it.
 */
export type RevisionBump = DomainEvent<'ClaimLapsed', Record<string, never>>;

export const fence: RevisionBump = { type: 'ClaimLapsed', data: {} };

export const isFence = ({ type }: Pick<DomainEvent, 'type'>): boolean => type === fence.type;
