import { agents } from '../agents/agents.ts';
import { balances } from '../balances/balances.ts';
import { liveTable } from '../engine/read-model.ts';
import { incentives } from '../incentives/incentives.ts';

/** The tables for the balances owed: the live ones, or those as of an instant. */
export interface OwedTables {
  readonly balances: string;
  readonly incentives: string;
  readonly agents: string;
}

export const LIVE_TABLES: OwedTables = {
  balances: liveTable(balances),
  incentives: liveTable(incentives),
  agents: liveTable(agents),
};
