import type { Pool } from 'pg';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { type HoldRow, holds } from './holds.ts';

export type FlaggedHold = Pick<HoldRow, 'id' | 'agentId' | 'holdId' | 'evidence'>;

/** The holds that a signal raised and no administrator has decided. */
export const flaggedBy = (db: Pool, signal: string): Promise<readonly FlaggedHold[]> =>
  rowsOf(
    db,
    `select id, "agentId", "holdId", evidence from ${liveTable(holds)} where status = 'flagged' and signal = $1`,
    [signal],
  );
