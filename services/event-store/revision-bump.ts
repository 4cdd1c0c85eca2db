import type { DomainEvent } from '@fynbos/domain/decider.ts';

/**
 * Appended to the stream of an owner after another owner took over its claim. It only raises the revision, so that a
 * concurrent command of the first owner meets a conflict and is decided again (docs/decisions/0025). No decider and no
 * projection sees it. The stored type keeps its original name.
 */
export type RevisionBump = DomainEvent<'ClaimLapsed', Record<string, never>>;

export const revisionBump: RevisionBump = { type: 'ClaimLapsed', data: {} };

export const isRevisionBump = ({ type }: Pick<DomainEvent, 'type'>): boolean => type === revisionBump.type;
