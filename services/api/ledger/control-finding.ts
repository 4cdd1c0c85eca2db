import type { EventLog } from '@fynbos/event-store/event-log.ts';
import { readModelTable } from '@fynbos/projections/engine/read-model.ts';
import type pg from 'pg';

/** What the controls report looks for. */
export const CONTROLS = {
  'one-person-run': 'Payout runs without two people',
  'own-record': 'Changes of one’s own record',
  'retroactive-promotion': 'Promotions, and changes of them, that reach back',
  'imported-promotion':
    'Promotions, and changes of them, taken over by an import, with the days from which they held there',
  'break-glass': 'Broken glass: decided without a second person',
  'opening-balance': 'Opening balances taken over by an import',
  'owed-again': 'Payments that the bank’s answer called failed or returned',
} as const;
type Control = keyof typeof CONTROLS;

/** Something that a control found: who did what to which record, when and why. Nobody's data is in it. */
export interface ControlFinding {
  readonly control: Control;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Kind and id of the actor. */
  readonly by: string;
  /** Path of the record in the dashboard. */
  readonly subject: string;
  readonly what: string;
  readonly reason: string | null;
}

export interface ControlParts {
  readonly pool: pg.Pool;
  readonly log: EventLog;
}
/** From this instant (ISO 8601 UTC), before that one. */
export type Period = readonly [from: string, until: string];

/** A read model's table, for a statement. */
export const sqlOf = (projection: Parameters<typeof readModelTable>[0]): string => readModelTable(projection).sql;
