import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { ItemError, ItemOutcome } from './rentals/record-rental-events.ts';

/** The result of one line of an import. `unavailable`: not recorded; the line has to be sent again. */
export type ImportOutcome = Omit<ItemOutcome, 'eventId'> & { readonly warnings?: readonly ItemError[] };

/** A dry run records nothing but sees its own earlier lines. */
export interface ImportRun {
  /** Called for each append: an import may last for hours, and the journal's day is that of the append. */
  readonly context: () => CommandContext;
  readonly dryRun: boolean;
  /** Roles of the importing administrator. */
  readonly roles: readonly AdminRole[];
  /** Tracking numbers of the agents that a dry run would have migrated so far. */
  readonly dryRunAgents: Set<string>;
}

export const rejected = (path: string, message: string): ImportOutcome => ({
  result: 'rejected',
  errors: [{ path, message }],
});
