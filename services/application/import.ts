import type { AdminRole } from '@fynbos/domain/admin/permissions.ts';
import type { CommandContext } from '@fynbos/domain/decider.ts';
import type { Position } from '@fynbos/event-store/port.ts';

/** An error or warning of a line: the path of the field in the line, and a text. */
export interface LineError {
  readonly path: string;
  readonly message: string;
}

/** The result of one line of an import. `unavailable`: not recorded; the line has to be sent again. */
export interface ImportOutcome {
  readonly result: 'recorded' | 'duplicate' | 'conflict' | 'rejected' | 'unavailable';
  readonly position?: Position;
  readonly errors?: readonly LineError[];
  readonly warnings?: readonly LineError[];
}

/** The shared state of an import's lines. A dry run records nothing but sees its own earlier lines. */
export interface ImportRun {
  readonly context: CommandContext;
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
