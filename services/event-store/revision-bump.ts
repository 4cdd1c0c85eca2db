import type { DomainEvent } from '@fynbos/domain/decider.ts';

/**
 * Another owner took over the claim: raises the revision, so that a concurrent command of the first meets a conflict
 * (docs/decisions/0025). Invisible to deciders and projections. The stored type keeps its original name.
 */
export type RevisionBump = DomainEvent<'ClaimLapsed', Record<string, never>>;

export const revisionBump: RevisionBump = { type: 'ClaimLapsed', data: {} };

export const isRevisionBump = ({ type }: Pick<DomainEvent, 'type'>): boolean => type === revisionBump.type;
