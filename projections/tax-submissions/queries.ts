import type { Pool } from 'pg';
import { liveTable, rowsOf } from '../engine/read-model.ts';
import { type TaxSubmissionRow, taxSubmissions } from './tax-submissions.ts';

/** The agent's certificates as SARS has them, by certificate number. */
export async function submissionsOfAgent(db: Pool, agentId: number): Promise<ReadonlyMap<string, TaxSubmissionRow>> {
  const text = `select * from ${liveTable(taxSubmissions)} where "agentId" = $1`;
  const rows = await rowsOf<TaxSubmissionRow>(db, text, [agentId]);
  return new Map(rows.map((row) => [row.certificateNo, row]));
}
